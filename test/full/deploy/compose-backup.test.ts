import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/deploy/compose-file.js';

const NAME = '000000010000000000000001';

let folder: string;
let segment: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-backup-'));
  segment = join(folder, 'segment');
  await writeFile(segment, Buffer.alloc(1_000_000, 'a segment of the log '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a script of deploy/backup. */
function run(script: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync('bash', [`${ROOT}deploy/backup/${script}`, ...args], {
    env: { PATH: process.env.PATH ?? '', BACKUP_DIR: join(folder, 'backups'), ...environment },
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a segment that PostgreSQL archives again is a success, and another one under its name is refused', async () => {
  run('archive-wal.sh', [segment, NAME]);
  expect(run('archive-wal.sh', [segment, NAME])).toEqual({ status: 0, stderr: '' });
  await writeFile(segment, 'of another server');
  const refused = run('archive-wal.sh', [segment, NAME]);
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain('is there already, with another content');
  run('fetch-wal.sh', [NAME, join(folder, 'fetched')]);
  expect(await readFile(join(folder, 'fetched'), 'utf8')).not.toBe('of another server');
});

/** What base-backup.sh leaves, of a server with one file of data and the settings of an earlier restore. */
async function makeBaseBackup(name: string): Promise<void> {
  const [server, backup] = [join(folder, 'server'), join(folder, 'backups/base', name)];
  await mkdir(join(server, 'pg_wal'), { recursive: true });
  await mkdir(backup, { recursive: true });
  await writeFile(join(server, 'PG_VERSION'), name);
  await writeFile(
    join(server, 'postgresql.auto.conf'),
    "work_mem = '8MB'\nrecovery_target_time = '2020-01-01'\n",
  );
  const pack = (file: string, from: string): unknown =>
    spawnSync('tar', ['--create', '--gzip', `--file=${join(backup, file)}`, `--directory=${from}`, '.']);
  pack('base.tar.gz', server);
  pack('pg_wal.tar.gz', join(server, 'pg_wal'));
}

test('restoring takes the newest base backup before the time, and PostgreSQL goes on through the archive', async () => {
  for (const name of [
    '20261120T100000Z',
    '20261121T100000Z',
    '20261122T090000.250000Z',
    '20261122T090000.750000Z',
  ])
    await makeBaseBackup(name);
  const data = join(folder, 'data');
  expect(run('restore.sh', ['--until', '2026-11-22 10:00:00.5+01'], { PGDATA: data }).status).toBe(0);
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('20261122T090000.250000Z');
  expect(existsSync(join(data, 'recovery.signal'))).toBe(true);
  const settings = await readFile(join(data, 'postgresql.auto.conf'), 'utf8');
  expect(settings).toContain("work_mem = '8MB'\n");
  expect(settings.match(/recovery_target_time.*/g)).toEqual([
    "recovery_target_time = '2026-11-22 10:00:00.5+01'",
  ]);
  expect(settings).toMatch(/^restore_command = 'BACKUP_DIR=.* bash .*fetch-wal\.sh %f %p'$/m);
});

test('restoring again and again keeps what each replaces, under a name of its own', async () => {
  await makeBaseBackup('20261122T100000Z');
  const data = join(folder, 'data');
  for (const version of ['first', 'second', 'third']) {
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'PG_VERSION'), version);
    expect(run('restore.sh', ['--replace'], { PGDATA: data })).toEqual({ status: 0, stderr: '' });
    expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('20261122T100000Z');
  }
  const kept = (await readdir(folder)).filter((name) => name.startsWith('before-restore-')).sort();
  const versions = kept.map((name) => readFileSync(join(folder, name, 'PG_VERSION'), 'utf8'));
  expect(versions).toEqual(['first', 'second', 'third']);
});

test('restoring leaves a folder with data alone', async () => {
  await makeBaseBackup('20261122T100000Z');
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'PG_VERSION'), 'of the running server');
  const refused = run('restore.sh', [], { PGDATA: data });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  expect(await readdir(data)).toEqual(['PG_VERSION']);
  expect(await readFile(join(data, 'PG_VERSION'), 'utf8')).toBe('of the running server');
});
