import { Database } from '../../../../src/platform/database/database.js';
import { inspectAddress } from '../../../../src/platform/database/connections/pooler.js';
import { lookup, statement } from '../../../../src/platform/database/statement.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { hasPgBouncer, PgBouncer, type PgBouncerOptions } from '../../support/servers/pgbouncer.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('PostgreSQL itself gives all', async () => {
  expect(await inspectAddress(database.url)).toEqual({
    startSettings: 'kept',
    keepsSessions: true,
    keepsPreparedStatements: true,
  });
});

const IGNORING = { settings: 'ignore_startup_parameters = statement_timeout' };
const POOLERS: readonly (readonly [name: string, options: PgBouncerOptions, found: object])[] = [
  [
    'in transaction mode',
    {},
    { startSettings: 'refused', keepsSessions: false, keepsPreparedStatements: false },
  ],
  [
    'in transaction mode, with one session',
    { poolSize: 1 },
    { startSettings: 'refused', keepsSessions: false, keepsPreparedStatements: false },
  ],
  [
    'in transaction mode, taking turns',
    { poolSize: 3, settings: 'server_round_robin = 1' },
    { startSettings: 'refused', keepsSessions: false, keepsPreparedStatements: false },
  ],
  [
    'in transaction mode, ignoring settings',
    IGNORING,
    { startSettings: 'ignored', keepsSessions: false, keepsPreparedStatements: false },
  ],
  [
    'in session mode',
    { mode: 'session' },
    { startSettings: 'refused', keepsSessions: true, keepsPreparedStatements: true },
  ],
  [
    'in session mode, with one session',
    { mode: 'session', poolSize: 1 },
    { startSettings: 'refused', keepsSessions: true, keepsPreparedStatements: true },
  ],
];

/** Needs Debian's package `pgbouncer`. */
(hasPgBouncer ? test : test.skip).each(POOLERS)('PgBouncer %s', async (_, options, found) => {
  const bouncer = await PgBouncer.start(database.url, options);
  // What was used before does not change what is found.
  for (let times = 0; times < 3; times++) expect(await inspectAddress(bouncer.url)).toEqual(found);
  await bouncer.remove();
});

const SETTINGS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('plan_cache_mode') AS plans`;

(hasPgBouncer ? test : test.skip)('behind PgBouncer each statement has its timeouts', async () => {
  const bouncer = await PgBouncer.start(database.url, { poolSize: 1 });
  const pooled = new Database({ url: bouncer.url, poolSize: 3, pooled: true, preparedStatements: false });
  const expected = [{ statement: '5s', lock: '2s', idle: '10s', plans: 'force_generic_plan' }];
  expect(await pooled.run(statement('test-settings', SETTINGS))).toEqual(expected);
  expect(await pooled.run(lookup('test-settings-lookup', SETTINGS))).toEqual(expected);
  expect(
    await pooled.transaction((transaction) => transaction.run(statement('test-settings', SETTINGS))),
  ).toEqual(expected);
  await pooled.close();
  await bouncer.remove();
});
