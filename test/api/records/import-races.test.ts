import { AsyncLocalStorage } from 'node:async_hooks';
import { CheckoutsService } from '../../../src/checkouts/checkouts.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { UpToDateReads } from '../../../src/circulation/up-to-date-reads.js';
import { Refusal } from '../../../src/domain/errors.js';
import { HoldsService } from '../../../src/holds/holds.service.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../../support/clock.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { SeededRandom, SEED } from '../../support/seeded-random.js';
import {
  category,
  collection,
  copies,
  hold,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
} from '../../support/records.js';
import {
  allApplied,
  type ImportOutcome,
  type ImportUnderTest,
  openImport,
} from '../../support/runs/import-under-test.js';

const PATRONS = 12;
const TITLES = 6;
const ROUNDS = Array.from({ length: 10 }, (_, round) => round);

describe(`imports beside each other and beside patrons (HOLDFAST_TEST_SEED=${SEED})`, () => {
  let data: ImportUnderTest;

  beforeEach(async () => {
    data = await openImport();
  });
  afterEach(() => data.close());

  test('two imports of one file at the same time both apply all of it', async () => {
    const copiesOwned = Array<number>(300).fill(1);
    const holds = Array.from({ length: 40 }, (_, index) => hold(1 + (index % 20), 1 + (index % 7)));
    const file = [...smallLibrary(300, copiesOwned), ...holds];
    const results = await Promise.all([data.import(...file), data.import(...file)]);
    expect(results).toEqual([allApplied(file.length), allApplied(file.length)]);
    expect(await brokenInvariants(data.database)).toEqual([]);
  });

  test('a card that another import gives to somebody at the same moment is refused by us, not by the database', async () => {
    await data.import(...smallLibrary(1, [1]));
    const run = (text: string) => statement('', text);
    let importing: Promise<ImportOutcome> | undefined;
    const outside = AsyncLocalStorage.snapshot();
    await data.database.transaction(async (other) => {
      await other.run(run('SELECT FROM library WHERE website_id = 37 FOR NO KEY UPDATE'));
      await other.run(run('INSERT INTO patron_directory (website_id, patron_id) VALUES (37, 701)'));
      const columns = 'website_id, patron_id, category, card_number';
      await other.run(run(`INSERT INTO patron (${columns}) VALUES (37, 701, 'adult', 'C-1')`));
      importing = outside(() => data.import(patron(702, { cardNumber: 'C-1' }), patron(703)));
      await eventually(async () => expect(await statementsWaitingForLocks(data.database)).toHaveLength(1));
    });
    const { applied, reasons } = await importing!;
    expect(reasons).toEqual(['line 1: cardNumber "C-1" is already the card of patron 701']);
    expect(applied).toBe(1);
  });

  test('no change of copies, categories or patrons leaves a copy idle or lets anyone overtake', async () => {
    await data.import(
      ...smallLibrary(PATRONS, Array<number>(TITLES).fill(1)),
      collection('rare'),
      category('staff', ['rare']),
      ...Array.from({ length: TITLES }, (_, index) => copies(index + 1, 0, 'rare')),
    );
    await recordOvertaking(data.database);
    const queues = new QueueService();
    const holds = new HoldsService(data.database, queues, new UpToDateReads(data.database, queues));
    const checkouts = new CheckoutsService(data.database, queues);

    async function read(random: SeededRandom): Promise<void> {
      for (let step = 0; step < 10; step++) {
        const me = { websiteId: 37, patronId: 1 + random.integerBelow(PATRONS) };
        const named = { kind: 'reserveId', reserveId: reserveIdOf(1 + random.integerBelow(TITLES)) } as const;
        const wanted = {
          titles: [named] as [typeof named],
          emailAddress: undefined,
          ignoreHoldEmail: true,
          formatType: undefined,
          period: undefined,
        };
        const steps = [
          () => holds.place(me, wanted),
          () => holds.place(me, wanted),
          () => holds.remove(me, named, { reason: 'removed-by-patron' }),
          () => checkouts.borrow(me, wanted),
          () => checkouts.return(me, named),
        ];
        await random.pick(steps)().catch(unlessRefused);
      }
    }

    async function manage(random: SeededRandom): Promise<ImportOutcome> {
      const change = (): TestRecord => {
        const patronId = 1 + random.integerBelow(PATRONS);
        return random.pick([
          copies(1 + random.integerBelow(TITLES), random.integerBelow(4), random.pick(['main', 'rare'])),
          category(random.pick(['adult', 'staff']), random.pick([['main'], ['main', 'rare'], ['rare']])),
          patron(patronId, { category: random.pick(['adult', 'staff']) }),
          random.integerBelow(4) === 0 ? { ...patron(patronId), delete: true } : patron(patronId),
        ]);
      };
      return data.import(...Array.from({ length: 8 }, change));
    }

    for (const round of ROUNDS) {
      const actors = Array.from({ length: 4 }, (_, index) => new SeededRandom(10 * round + index));
      const [imported] = await Promise.all([
        Promise.all(actors.slice(0, 2).map(manage)),
        Promise.all(actors.slice(2).map(read)),
      ]);
      expect(imported).toEqual([allApplied(8), allApplied(8)]);
      expect(await brokenInvariants(data.database)).toEqual([]);
    }
  });
});

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
