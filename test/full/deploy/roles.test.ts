import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../support/deploy/compose-file.js';
import {
  DebianServer,
  hasDebianPostgres,
  makeServerFolder,
  runAsServer,
} from '../support/servers/debian-postgres.js';

/** deploy/postgres/roles.sh, at the first start and later, with secrets at another place. */
let folder: Awaited<ReturnType<typeof makeServerFolder>>;
let server: DebianServer;
const fileOf = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  if (!hasDebianPostgres) return;
  folder = await makeServerFolder();
  const script = await readFile(`${ROOT}deploy/postgres/roles.sh`, 'utf8');
  await writeFile(fileOf('roles.sh'), script.replaceAll('/run/secrets', folder.path), { mode: 0o644 });
  await writeFile(fileOf('backup_password'), 'of-backup\n');
  await writeFile(fileOf('watch_password'), 'of-watch\n');
  await writeFile(fileOf('migration_database_url'), addressOf('holdfast', 'of-owner'));
  server = await DebianServer.create(fileOf('data'));
  const rules = fileOf('data/pg_hba.conf');
  const trusted = await readFile(rules, 'utf8');
  await writeFile(rules, `host holdfast all 127.0.0.1/32 scram-sha-256\n${trusted}`);
  await server.query('SELECT pg_reload_conf()');
});
afterAll(async () => {
  if (!hasDebianPostgres) return;
  await server.kill();
  await folder.remove();
});

const addressOf = (role: string, password: string): string =>
  `postgres://${role}:${password}@127.0.0.1:5432/holdfast\n`;

/** @param database what the file database_url has */
async function makeRoles(database: string): Promise<void> {
  await writeFile(fileOf('database_url'), database);
  const connection = { PGHOST: '127.0.0.1', PGPORT: String(server.port), POSTGRES_USER: 'holdfast' };
  await runAsServer('/usr/bin/bash', [fileOf('roles.sh')], { ...connection, PGDATA: server.dataFolder });
}

/** Signs in as the service does. @returns as whom it then works */
async function signIn(role: string, password: string): Promise<unknown> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: role,
    password,
    database: 'holdfast',
  });
  await client.connect();
  const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
  await client.end();
  return rows[0]?.role;
}

(hasDebianPostgres ? test : test.skip)(
  'roles are made, and get the passwords of the files again, as after a restore to before a rotation',
  async () => {
    await makeRoles(addressOf('holdfast_service', 'first'));
    expect(await signIn('holdfast_service', 'first')).toBe('holdfast_service');
    await server.query(`ALTER ROLE holdfast_service PASSWORD 'of before'`);
    await expect(signIn('holdfast_service', 'first')).rejects.toThrow('password authentication failed');
    await makeRoles(addressOf('holdfast_service', 'first'));
    expect(await signIn('holdfast_service', 'first')).toBe('holdfast_service');

    // The second role of a rotation, which the backup may not have. Processes still use the first one.
    await makeRoles(addressOf('holdfast_b', 'second'));
    expect(await signIn('holdfast_b', 'second')).toBe('holdfast_service');
    expect(await signIn('holdfast_service', 'first')).toBe('holdfast_service');
  },
);
