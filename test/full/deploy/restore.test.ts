import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrations/migrations.js';
import { statement } from '../../../src/platform/database/statement.js';
import { prepareJobs } from '../../../src/platform/jobs/jobs.js';
import { mustSucceed, PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { NO_TIMEOUTS } from '../../support/database.js';
import {
  DebianServer,
  hasDebianPostgres,
  makeServerFolder,
  runAsServer,
} from '../support/servers/debian-postgres.js';
import { MailServer } from '../../support/mail-server.js';
import { HOLDS } from '../../support/paths.js';
import { runHoldfast, startProcess } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { importAll, tokenOf } from '../../support/service.js';
import { ROOT } from '../support/deploy/compose-file.js';

const withDebianPostgres = hasDebianPostgres ? test : test.skip;

/** What ends or removes what a test has made, in that order. */
const cleanUps: (() => unknown)[] = [];
let folder: string;
let original: DebianServer;
let mails: MailServer;

beforeEach(async () => {
  if (!hasDebianPostgres) return;
  const made = await makeServerFolder();
  cleanUps.push(made.remove);
  folder = made.path;
  // Where PostgreSQL's user can read them.
  await cp(join(ROOT, 'deploy/backup'), join(folder, 'scripts'), { recursive: true });
  original = await DebianServer.create(join(folder, 'original'), {
    archive_mode: 'on',
    archive_command: `BACKUP_DIR=${folder}/backups bash ${folder}/scripts/archive-wal.sh %p %f`,
  });
  cleanUps.push(() => original.kill());
  await original.query('CREATE DATABASE holdfast');
  await migrate(original.url());
  await prepareJobs(original.url());
  mails = await MailServer.start();
  cleanUps.push(() => mails.stop());
  const database = open(original);
  await importAll(database, smallLibrary(3, [1, 1, 1]));
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function open(server: DebianServer, name?: string): Database {
  const database = new Database({ url: server.url(name), poolSize: 2, ...NO_TIMEOUTS });
  cleanUps.push(() => database.close());
  return database;
}

/** Runs a worker until it has sent a notice: from now on this is the database that notices are sent from. */
async function sendFirstNotice(): Promise<void> {
  await place(original.url(), 1, 1);
  const worker = await startProcess({ DATABASE_URL: original.url(), ROLE: 'worker', SMTP_URL: mails.url });
  await eventually(() => expect(mails.accepted).toHaveLength(1));
  await worker.stop();
}

/** A patron places a hold on a title that is available. The notice waits for a worker. */
async function place(databaseUrl: string, patronId: number, title: number): Promise<void> {
  const api = await startProcess({ DATABASE_URL: databaseUrl, ROLE: 'api' });
  const database = new Database({ url: databaseUrl, poolSize: 1, ...NO_TIMEOUTS });
  try {
    const client = new PatronClient(api.url, await tokenOf(database, patronId));
    await mustSucceed(client.post(HOLDS, { id: title, emailAddress: `patron-${patronId}@example.org` }));
  } finally {
    await database.close();
    await api.stop();
  }
}

const runScript = (name: string, args: readonly string[], environment = {}): Promise<string> =>
  runAsServer('/usr/bin/bash', [join(folder, 'scripts', name), ...args], {
    BACKUP_DIR: join(folder, 'backups'),
    PGHOST: '127.0.0.1',
    PGPORT: String(original.port),
    PGUSER: 'holdfast',
    PGDATABASE: 'postgres',
    ...environment,
  });

const HELD = statement('test-held-titles', 'SELECT patron_id AS patron FROM hold ORDER BY patron_id');

/** The copy has these patrons' holds, and no invariant is broken. Its notice waits until mail is resumed. */
async function requireGoodCopy(
  server: DebianServer,
  patrons: readonly number[],
  name?: string,
): Promise<void> {
  const databaseUrl = server.url(name);
  expect(await open(server, name).run(HELD)).toEqual(patrons.map((patron) => ({ patron })));
  const { code, out } = await runHoldfast(['doctor'], { DATABASE_URL: databaseUrl });
  expect([code, out]).toEqual([0, expect.stringMatching(/Violations found: 0\./)]);
  const settings = { DATABASE_URL: databaseUrl, SMTP_URL: mails.url, ROLE: 'worker', LOG_LEVEL: 'warn' };
  const worker = await startProcess(settings);
  cleanUps.push(() => worker.stop());
  await eventually(() => expect(worker.output()).toContain('Mail is paused'));
  expect(mails.received).toHaveLength(1);
  expect((await runHoldfast(['resume-mail'], { DATABASE_URL: databaseUrl })).code).toBe(0);
  await eventually(() => expect(mails.accepted).toHaveLength(2));
}

withDebianPostgres(
  'a dump that is restored on another server is complete, and sends no mail until told',
  async () => {
    await sendFirstNotice();
    await place(original.url(), 2, 2);
    const file = join(folder, 'dump');
    await runAsServer('pg_dump', ['--format=custom', `--file=${file}`, original.url()]);
    const other = await DebianServer.create(join(folder, 'other'));
    cleanUps.push(() => other.kill());
    await other.query('CREATE DATABASE restored');
    await runAsServer('pg_restore', ['--no-owner', `--dbname=${other.url('restored')}`, file]);
    await requireGoodCopy(other, [1, 2], 'restored');
  },
);

withDebianPostgres(
  'the archive restores any moment since a base backup; the copy sends no mail until told',
  async () => {
    await sendFirstNotice();
    await runScript('base-backup.sh', []);
    await place(original.url(), 2, 2);
    const [moment] = await original.query('SELECT clock_timestamp()::text AS time');
    await place(original.url(), 3, 3);
    const [last] = await original.query('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    await eventually(async () => {
      const [archiver] = await original.query('SELECT last_archived_wal FROM pg_stat_archiver');
      expect(String(archiver?.last_archived_wal) >= String(last?.segment)).toBe(true);
    });
    await original.kill();

    const dataFolder = join(folder, 'restored');
    await runScript('restore.sh', ['--until', String(moment?.time)], { PGDATA: dataFolder });
    const restored = await DebianServer.start(dataFolder, { archive_mode: 'off' });
    cleanUps.push(() => restored.kill());
    await eventually(async () =>
      expect(await restored.query('SELECT pg_is_in_recovery() AS is')).toEqual([{ is: false }]),
    );
    await requireGoodCopy(restored, [1, 2]);
  },
);
