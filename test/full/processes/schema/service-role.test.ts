import pg from 'pg';
import { emptyDatabase, IS_CLUSTER, onTestServer, type TestDatabase } from '../../../support/database.js';
import { runHoldfast, urlWithLongTimeouts } from '../../support/processes.js';

let database: TestDatabase;
/** Names of roles are shared by all databases of a server. */
let owner: string;
let service: string;
beforeEach(async () => {
  database = await emptyDatabase();
  const name = new URL(database.url).pathname.slice(1);
  [owner, service] = [`${name}_owner`, `${name}_service`];
  for (const role of [owner, service]) await onTestServer(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await onTestServer(`ALTER DATABASE ${name} OWNER TO ${owner}`);
});
afterEach(async () => {
  await database.drop();
  for (const role of [owner, service]) await onTestServer(`DROP ROLE ${role}`);
});

function addressOf(role: string): string {
  const url = new URL(urlWithLongTimeouts(database.url));
  [url.username, url.password] = [role, 'secret'];
  return url.href;
}

const ofService = (): Record<string, string> => ({ DATABASE_URL: addressOf(service) });
const ofBoth = (): Record<string, string> => ({
  ...ofService(),
  MIGRATION_DATABASE_URL: addressOf(owner),
});

async function query(role: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(addressOf(role));
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The servers of a cluster have their roles by themselves. */
const onOneServer = IS_CLUSTER ? test.skip : test;

onOneServer('a start that may not change the schema says what to run, and changes nothing', async () => {
  const { code, err } = await runHoldfast(['doctor'], ofService());
  expect(code).toBe(1);
  expect(err).toMatch(
    /^The database does not have migration \d+\w+ yet, and the user of DATABASE_URL may not change the schema: run `node dist\/main\.js migrate` with MIGRATION_DATABASE_URL, [^\n]+\n$/,
  );
  const tables = await query(
    owner,
    "SELECT FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')",
  );
  expect(tables.rowCount).toBe(0);

  // Migrated by the owner alone, so that nothing was granted.
  const migrated = await runHoldfast(['migrate'], { DATABASE_URL: addressOf(owner) });
  expect(migrated).toMatchObject({ code: 0, err: '' });
  const refused = await runHoldfast(['doctor'], ofService());
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(
    `user ${service} lacks a permission there, which \`node dist/main.js migrate\` grants with MIGRATION_DATABASE_URL`,
  );

  expect(await runHoldfast(['migrate'], ofBoth())).toMatchObject({ code: 0, err: '' });
  expect(await runHoldfast(['doctor'], ofService())).toMatchObject({ code: 0 });

  await query(owner, 'DROP SCHEMA graphile_worker CASCADE');
  const withoutJobs = await runHoldfast(['doctor'], ofService());
  expect(withoutJobs.code).toBe(1);
  expect(withoutJobs.err).toContain('`node dist/main.js migrate` grants with MIGRATION_DATABASE_URL');
});

onOneServer('the role of the service reads and writes rows, and nothing else', async () => {
  for (let run = 1; run <= 2; run++)
    expect(await runHoldfast(['migrate'], ofBoth())).toMatchObject({ code: 0, err: '' });

  for (const statement of [
    'CREATE TABLE other (id int)',
    'CREATE SCHEMA other',
    'CREATE FUNCTION other() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
    'CREATE TABLE graphile_worker.other (id int)',
    'ALTER TABLE hold ADD COLUMN other int',
    'ALTER TABLE hold DISABLE TRIGGER ALL',
    'DROP TABLE hold',
    'TRUNCATE hold CASCADE',
    'DROP TABLE graphile_worker._private_jobs',
    'CREATE OR REPLACE FUNCTION service_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT now()$$',
    'DELETE FROM _prisma_migrations',
    'DELETE FROM _migration_release',
    'DELETE FROM graphile_worker.migrations',
    'DROP SCHEMA public CASCADE',
  ])
    await expect(query(service, statement)).rejects.toMatchObject({
      message: expect.stringMatching(/^(?:permission denied|must be owner)/),
      code: '42501',
    });

  // What a later migration adds is granted already, before `holdfast migrate` grants again.
  await query(owner, 'CREATE TABLE later (id int GENERATED ALWAYS AS IDENTITY, word text)');
  expect((await query(service, "INSERT INTO later (word) VALUES ('x') RETURNING id")).rows).toEqual([
    { id: 1 },
  ]);
});
