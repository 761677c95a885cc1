import pg from 'pg';
import { statement } from '../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../support/answers.js';
import { CatalogClient } from '../support/catalog-client.js';
import { type Answer, mustSucceed, type PatronClient } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { metricsOf } from '../support/metrics.js';
import { smallLibrary } from '../support/records.js';
import { type ServiceUnderTest, startService } from '../support/service.js';

/** Two for lookups, and four for transactions, of which searches use two. */
const POOL_SIZE = '6';
const AT_ONCE = 2;
/** Each searches once: a patron alone is not let in so often. */
const PATRONS = 12;

const WAITING_FOR_LOCKS = statement(
  'test-searches-that-wait-for-locks',
  `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
);

let service: ServiceUnderTest;
let catalogs: CatalogClient<PatronClient>[];
/** Searches wait for its lock. A patron's lending periods do not. */
let locker: pg.Client;

/** @param connectTimeout how long a request waits for a connection, in milliseconds; 0 for as long as it takes */
async function startWith(connectTimeout: number): Promise<void> {
  service = await startService(
    smallLibrary(PATRONS, [1]),
    { POOL_SIZE },
    { statementTimeout: 0, connectTimeout },
  );
  catalogs = [];
  for (let patronId = 1; patronId <= PATRONS; patronId++) {
    const patron = await service.signIn(patronId);
    const { body } = await mustSucceed(patron.get('/v1/patrons/me'));
    catalogs.push(new CatalogClient(patron, body.collectionToken as string));
  }
  locker = new pg.Client(service.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE title IN ACCESS EXCLUSIVE MODE');
}
afterEach(async () => {
  await locker.end();
  await service.close();
});

/** Searches of so many patrons last until the lock is released. */
async function searchSlowly(number: number): Promise<Promise<Answer>[]> {
  const searches = catalogs.slice(0, number).map((catalog) => catalog.search({ q: 'title' }));
  await eventually(async () => expect(await service.database.run(WAITING_FOR_LOCKS)).toHaveLength(AT_ONCE));
  return searches;
}

test('changes find a connection while more searches wait than there are connections', async () => {
  await startWith(0);
  const searches = await searchSlowly(PATRONS - 1);
  const choice = { formatClass: 'eBook', lendingPeriodDays: 7 };
  await mustSucceed(catalogs.at(-1)!.patron.put('/v1/patrons/me', choice));
  expect(await service.database.run(WAITING_FOR_LOCKS)).toHaveLength(AT_ONCE);
  await locker.query('ROLLBACK');
  for (const answer of await Promise.all(searches)) expectOk(answer);
});

test('a search that is not begun in time is refused, and those in progress end', async () => {
  await startWith(200);
  const searches = await searchSlowly(AT_ONCE);
  const refused = await catalogs.at(-1)!.search({ q: 'title' });
  expectRefusal(refused, 'ServiceUnavailable');
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await metricsOf(service.url)).get('holdfast_pool_wait_seconds_count')).toBeGreaterThan(0);
  await locker.query('ROLLBACK');
  for (const answer of await Promise.all(searches)) expectOk(answer);
  expectOk(await catalogs.at(-1)!.search({ q: 'title' }));
});
