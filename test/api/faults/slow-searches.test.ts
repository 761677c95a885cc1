import pg from 'pg';
import { LongReads } from '../../../src/platform/database/connections/long-reads.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { expectOk } from '../../support/answers.js';
import { CatalogClient } from '../../support/catalog-client.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';

/** Two for lookups, and four for transactions, of which searches use two. */
const POOL_SIZE = '6';
const AT_ONCE = 2;
/** Each searches once: a patron alone is not let in so often. */
const PATRONS = 12;

let service: ServiceUnderTest;
let catalogs: CatalogClient<PatronClient>[];
/** Searches wait for its lock. A patron's lending periods do not. */
let locker: pg.Client;

beforeAll(async () => {
  service = await startService(smallLibrary(PATRONS, [1]), { POOL_SIZE });
  catalogs = [];
  for (let patronId = 1; patronId <= PATRONS; patronId++) {
    const patron = await service.signIn(patronId);
    const { body } = await mustSucceed(patron.get('/v1/patrons/me'));
    catalogs.push(new CatalogClient(patron, body.collectionToken as string));
  }
  locker = new pg.Client(service.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE title IN ACCESS EXCLUSIVE MODE');
});
afterAll(async () => {
  await locker.end();
  await service.close();
});

test('changes find a connection while more searches wait than there are connections', async () => {
  const searches = catalogs.slice(0, -1).map((catalog) => catalog.search({ q: 'title' }));
  await eventually(async () =>
    expect(await statementsWaitingForLocks(service.database)).toHaveLength(AT_ONCE),
  );
  const choice = { formatClass: 'eBook', lendingPeriodDays: 7 };
  await mustSucceed(catalogs.at(-1)!.patron.put('/v1/patrons/me', choice));
  expect(await statementsWaitingForLocks(service.database)).toHaveLength(AT_ONCE);
  await locker.query('ROLLBACK');
  for (const answer of await Promise.all(searches)) expectOk(answer);
});

test('a long read that is not begun in time is refused, and never begun', async () => {
  const reads = new LongReads(1, 1);
  const waits: number[] = [];
  reads.onWaited = (seconds) => waits.push(seconds);
  const first = Promise.withResolvers<string>();
  const inProgress = reads.run(() => first.promise);
  let isBegun = false;
  const late = reads.run(async () => {
    isBegun = true;
    return Promise.resolve('late');
  });
  expect(reads.waiting).toBe(1);
  await expect(late).rejects.toThrow(DatabaseUnavailable);
  first.resolve('first');
  expect(await inProgress).toBe('first');
  await eventually(() => {
    expect(reads.waiting).toBe(0);
    return Promise.resolve();
  });
  expect(isBegun).toBe(false);
  expect(waits).toHaveLength(1);
});
