import { setTimeout as sleep } from 'node:timers/promises';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { UpToDateReads } from '../../../src/circulation/up-to-date-reads.js';
import { HoldsService } from '../../../src/holds/holds.service.js';
import { NO_TIMEOUTS } from '../../support/database.js';
import { SteppedDatabase } from '../../support/runs/interleavings.js';
import { brokenInvariants } from '../../support/invariants.js';
import { category, collection, copies, reserveIdOf, smallLibrary } from '../../support/records.js';
import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';

/** One after the other, a placement has seven statements with its COMMIT: the import comes before each of them. */
const STATEMENTS_BEFORE = [0, 1, 2, 3, 4, 5, 6];

let data: ImportUnderTest;
let database: SteppedDatabase;

beforeEach(async () => {
  data = await openImport();
  await data.import(...smallLibrary(1, [1]), collection('other'), copies(1, 0, 'other'));
  database = new SteppedDatabase({ url: data.database.url, poolSize: 2, ...NO_TIMEOUTS });
});
afterEach(async () => {
  await database.close();
  await data.close();
});

test.each(STATEMENTS_BEFORE)(
  'a category that loses its collection while a hold is placed: ready or refused, never waiting (after %i statements)',
  async (before) => {
    const queues = new QueueService();
    const holds = new HoldsService(database, queues, new UpToDateReads(database, queues));
    const named = { kind: 'reserveId', reserveId: reserveIdOf(1) } as const;
    database.stepped = true;
    let isDone = false;
    const placed = holds
      .place(
        { websiteId: 37, patronId: 1 },
        { titles: [named], emailAddress: undefined, ignoreHoldEmail: true },
      )
      .then(({ hold }) => (hold.pickup === null ? 'waiting' : 'ready'))
      .catch((error: unknown) => (error as { code?: unknown }).code)
      .finally(() => (isDone = true));
    const step = async (): Promise<void> => {
      while (!database.isStopped && !isDone && !(await database.isBlocked(data.database))) await sleep(1);
      database.step();
    };
    for (let taken = 0; taken < before; taken++) await step();
    let isImported = false;
    const imported = data.import(category('adult', [])).finally(() => (isImported = true));
    // It is done, or it waits for the placement, which has the lock of the queue.
    for (let waited = 0; !isImported && waited < 40; waited++) await sleep(5);
    while (!isDone) await step();
    expect(await imported).toEqual(allApplied(1));
    expect(['ready', 'NotFound']).toContain(await placed);
    expect(await brokenInvariants(data.database)).toEqual([]);
  },
);
