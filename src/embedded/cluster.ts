import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lchownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { asUser, type ServerUser } from './server-user.js';

/** Role that owns the cluster and everything in it. */
export const ROLE = 'holdfast';

/** Lies inside the cluster, so that a cluster and the password it was made with come and go together. */
const PASSWORD_FILE = 'holdfast.password';

const DRAFT_PREFIX = 'postgresql.new-';

/** The folder of the database's files; it need not exist yet. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgresql');
}

/**
 * Whether there is a cluster of ours already.
 *
 * @param major version of PostgreSQL that it must have been made by, such as `18`
 * @throws EmbeddedDatabaseError if something else lies in its place
 */
export function clusterExists(dir: string, major: string): boolean {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) return false;
  const euid = process.geteuid?.() ?? 0;
  if (euid !== 0 && euid !== found.uid) {
    throw new EmbeddedDatabaseError(
      `The database in ${dir} belongs to another user (number ${String(found.uid)}). Run Holdfast as that user, ` +
        'or set DATA_DIR to a folder of your own.',
    );
  }
  if (found.isDirectory() && isEmpty(dir)) return false;
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `${dir} is in the way: it isn't empty, and it isn't a PostgreSQL database either. Holdfast leaves it ` +
        'as it is. Move it away, or set DATA_DIR to another folder.',
    );
  }
  const made = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (made !== major) {
    throw new EmbeddedDatabaseError(
      `The database in ${dir} was made by PostgreSQL ${made}, but this Holdfast brings PostgreSQL ${major}. ` +
        'Use the Holdfast that made it, or set DATA_DIR to another folder to begin with an empty database.',
    );
  }
  if (!existsSync(join(dir, PASSWORD_FILE))) {
    throw new EmbeddedDatabaseError(
      `The database in ${dir} wasn't made by Holdfast: it has no file ${PASSWORD_FILE}. ` +
        'Set DATA_DIR to another folder, or start that database yourself and set DATABASE_URL to it.',
    );
  }
  return true;
}

/** Password of the role {@link ROLE}. */
export function readPassword(dir: string): string {
  return readFileSync(join(dir, PASSWORD_FILE), 'utf8').trim();
}

/**
 * Makes a new cluster. It grows under another name and is renamed when it is whole, so a cluster that was
 * interrupted while being made is never taken for one.
 *
 * @throws EmbeddedDatabaseError with the words of `initdb` if that fails
 */
export async function createCluster(dataDir: string, binaries: Binaries, user: ServerUser): Promise<void> {
  const draft = mkdtempSync(join(dataDir, DRAFT_PREFIX));
  const cluster = join(draft, 'cluster');
  const password = join(draft, PASSWORD_FILE);
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  giveTo(user, draft);
  await initdb(cluster, password, dataDir, { binaries, user });
  renameSync(password, join(cluster, PASSWORD_FILE));
  const dir = clusterFolder(dataDir);
  if (existsSync(dir)) rmdirSync(dir);
  renameSync(cluster, dir);
  rmSync(draft, { recursive: true });
}

/** Clears away half-made clusters; one that can't be removed, for its initdb is still ending, waits for next time. */
export function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}

/** Makes the user the owner of all files in the folder, unless they are; the folder itself comes last, as the proof. */
export function giveTo(user: ServerUser, dir: string): void {
  if (!user.ids || statSync(dir).uid === user.ids.uid) return;
  const { uid, gid } = user.ids;
  for (const entry of readdirSync(dir, { recursive: true })) lchownSync(join(dir, String(entry)), uid, gid);
  lchownSync(dir, uid, gid);
}

async function initdb(
  cluster: string,
  password: string,
  dataDir: string,
  { binaries, user }: { binaries: Binaries; user: ServerUser },
): Promise<void> {
  const { file, args, options } = asUser(user, dataDir, [
    binaries.initdb,
    `--pgdata=${cluster}`,
    `--username=${ROLE}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  const complaints = text(child.stderr);
  if ((await code) !== 0) {
    throw new EmbeddedDatabaseError(
      `A new PostgreSQL database can't be made in ${dataDir}. PostgreSQL's initdb says:\n${(await complaints).trim()}`,
    );
  }
}

function isEmpty(dir: string): boolean {
  return readdirSync(dir).length === 0;
}
