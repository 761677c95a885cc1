import { Database } from '../../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { type Connection, lookup, statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

/**
 * On Citus, the coordinator reports in its own words that it cannot reach another node, and goes on working. Repeating such
 * a request (decision 5) would ask it again and again, as long as others are answered.
 */

const PING = statement('test-ping', 'SELECT 1');
const FAIL = statement('test-fail', 'SELECT fail()');
const FAIL_LOOKUP = lookup('test-fail-lookup', 'SELECT fail()');

let stored: TestDatabase;
let database: Database;
beforeAll(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 3, ...NO_TIMEOUTS });
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

/** What the server says when a connection to another one fails, or is ended from there. */
describe.each(['08006', '08001', '57P01'])('an error %s that the server itself reports', (code) => {
  let calls: number;
  beforeEach(async () => {
    calls = 0;
    await database.run(
      statement(
        '',
        `CREATE OR REPLACE FUNCTION fail() RETURNS void LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'another node is away' USING ERRCODE = '${code}'; END $$`,
      ),
    );
  });

  test.each([
    ['', (connection: Connection) => connection.run(FAIL)],
    [' with Prisma', ({ prisma }: Connection) => prisma.$queryRaw`SELECT fail()::text`],
  ])('ends a transaction%s at once', async (_, fail) => {
    const work = database.transaction(async (connection) => {
      calls++;
      await connection.run(PING);
      await fail(connection);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(calls).toBe(1);
  });

  test('ends a lookup at once', async () => {
    await database.run(PING);
    const { sent } = database.lookups;
    await expect(database.run(FAIL_LOOKUP)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(database.lookups.sent - sent).toBe(1);
  });
});
