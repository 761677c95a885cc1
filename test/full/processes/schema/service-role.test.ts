import pg from 'pg';
import { moveClock } from '../../../../src/platform/database/clock.store.js';
import { Database } from '../../../../src/platform/database/database.js';
import { Browser } from '../../../support/staff/staff-members.js';
import { expectCreated, expectNoContent } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { DAY, eventually } from '../../../support/clock.js';
import {
  emptyDatabase,
  IS_CLUSTER,
  NO_TIMEOUTS,
  onTestServer,
  type TestDatabase,
} from '../../../support/database.js';
import { MailServer } from '../../../support/mail-server.js';
import { CHECKOUTS, checkoutPath, HOLDS } from '../../../support/paths.js';
import {
  runHoldfast,
  type ServiceProcess,
  startProcess,
  urlWithLongTimeouts,
} from '../../support/processes.js';
import { reserveIdOf, smallLibrary, toLines } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { tokenOf } from '../../../support/service.js';

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
    /^The database does not have migration \d+\w+ yet, and the user of DATABASE_URL may not change the schema: run `holdfast migrate` with MIGRATION_DATABASE_URL, [^\n]+\n$/,
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
    `user ${service} lacks a permission there, which \`holdfast migrate\` grants with MIGRATION_DATABASE_URL`,
  );

  expect(await runHoldfast(['migrate'], ofBoth())).toMatchObject({ code: 0, err: '' });
  expect(await runHoldfast(['doctor'], ofService())).toMatchObject({ code: 0 });

  await query(owner, 'DROP SCHEMA graphile_worker CASCADE');
  const withoutJobs = await runHoldfast(['doctor'], ofService());
  expect(withoutJobs.code).toBe(1);
  expect(withoutJobs.err).toContain('`holdfast migrate` grants with MIGRATION_DATABASE_URL');
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

describe('a service with two roles', () => {
  let mails: MailServer;
  let process: ServiceProcess | undefined;
  let asOwner: Database | undefined;
  let asService: Database | undefined;
  beforeEach(async () => {
    if (IS_CLUSTER) return;
    mails = await MailServer.start();
    expect(await runHoldfast(['migrate'], ofBoth())).toMatchObject({ code: 0, err: '' });
    asOwner = new Database({ url: addressOf(owner), poolSize: 1, ...NO_TIMEOUTS });
    asService = new Database({ url: addressOf(service), poolSize: 1, ...NO_TIMEOUTS });
    const settings = { SMTP_URL: mails.url, OPERATOR_TOKEN, ROLE: 'all' };
    process = await startProcess({ ...ofService(), ...settings });
  });
  afterEach(async () => {
    if (IS_CLUSTER) return;
    await process?.stop();
    await Promise.all([asOwner?.close(), asService?.close()]);
    await mails.stop();
  });

  async function signIn(patronId: number): Promise<PatronClient> {
    return new PatronClient(process!.url, await tokenOf(asService!, patronId));
  }

  onOneServer('imports, takes holds, hands over, keeps time, mails, and lets staff in', async () => {
    const imported = await fetch(`${process!.url}/operator/v1/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/x-ndjson' },
      body: toLines(...smallLibrary(3, [1], { missedPickup: 'cancel' })),
    });
    expect([imported.status, await imported.json()]).toMatchObject([200, { rejected: 0 }]);

    const [first, second, third] = [await signIn(1), await signIn(2), await signIn(3)];
    expectCreated(await first.post(CHECKOUTS, { reserveId: reserveIdOf(1) }));
    expectCreated(await second.post(HOLDS, { id: 1, emailAddress: 'second@example.org' }));
    expectCreated(await third.post(HOLDS, { id: 1, emailAddress: 'third@example.org' }));
    expectNoContent(await first.delete(checkoutPath(1)));
    await eventually(() => expect(mails.acceptedFor('second@example.org')).toHaveLength(1));

    // Only the owner moves the clock: service_now() is then another function.
    await expect(moveClock(asService!, 4 * DAY)).rejects.toMatchObject({ code: '42501' });
    await moveClock(asOwner!, 4 * DAY);
    await eventually(() => expect(mails.acceptedFor('third@example.org')).toHaveLength(1));
    expect((await second.get(HOLDS)).body.totalItems).toBe(0);

    const added = await runHoldfast(
      ['staff', 'add', 'Ada', '--role', 'desk', '--library', '37', '--generate-password'],
      ofService(),
    );
    const browser = new Browser(process!.url);
    await browser.signIn('Ada', /first sign-in: (\S+)\n/.exec(added.out)?.[1] ?? '');
    expect(await browser.isSignedIn()).toBe(true);

    expect(await runHoldfast(['doctor'], ofService())).toMatchObject({ code: 0 });
    expect(process!.output()).not.toContain('permission denied');
  });
});
