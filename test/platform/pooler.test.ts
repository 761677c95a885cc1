import { inspectAddress } from '../../src/platform/database/pooler.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { hasPgBouncer, PgBouncer, type PgBouncerOptions } from '../support/pgbouncer.js';

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
