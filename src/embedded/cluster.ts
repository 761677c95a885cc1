import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lchownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { asUser, type ServerUser } from './server-user.js';

/** The role that owns the cluster and everything in it. */
export const ROLE = 'holdfast';

/** Kept inside the cluster, so a copied or deleted cluster takes its password with it. */
const PASSWORD_FILE = 'holdfast.password';

const DRAFT_PREFIX = 'postgresql.new-';

/** The folder of the database's files. It may not exist yet. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgresql');
}

/**
 * Whether the folder already holds a cluster that Holdfast can use.
 *
 * @param major the PostgreSQL version that must have created it, such as `18`
 * @throws EmbeddedDatabaseError if the folder holds anything else, or belongs to another user
 */
export function clusterExists(dir: string, major: string): boolean {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (!found) return false;
  const euid = process.geteuid?.() ?? 0;
  if (euid !== 0 && euid !== found.uid) {
    throw new EmbeddedDatabaseError(
      `The database in ${dir} belongs to another user (uid ${String(found.uid)}). Run Holdfast as that user, ` +
        'or set DATA_DIR to your own folder.',
    );
  }
  if (found.isDirectory() && isEmpty(dir)) return false;
  if (!existsSync(join(dir, 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `${dir} is neither empty nor a PostgreSQL database. Holdfast has not changed it. ` +
        'Move it away, or set DATA_DIR to another folder.',
    );
  }
  const createdBy = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (createdBy !== major) {
    throw new EmbeddedDatabaseError(
      `The database in ${dir} was created by PostgreSQL ${createdBy}, but this Holdfast includes PostgreSQL ${major}. ` +
        'Use the Holdfast version that created it, or set DATA_DIR to another folder to start with an empty database.',
    );
  }
  if (!existsSync(join(dir, PASSWORD_FILE))) {
    throw new EmbeddedDatabaseError(
      `Holdfast did not create the database in ${dir}: it has no file ${PASSWORD_FILE}. ` +
        'Set DATA_DIR to another folder, or start that database yourself and set DATABASE_URL to it.',
    );
  }
  return true;
}

/** The password of {@link ROLE}. */
export function readPassword(dir: string): string {
  return readFileSync(join(dir, PASSWORD_FILE), 'utf8').trim();
}

/**
 * Creates a cluster in a draft folder and renames it when it is complete, so an interrupted initdb never leaves
 * something that looks like a cluster.
 *
 * @throws EmbeddedDatabaseError with the error output of `initdb` if it fails
 */
export async function createCluster(dataDir: string, binaries: Binaries, user: ServerUser): Promise<void> {
  const draft = mkdtempSync(join(dataDir, DRAFT_PREFIX));
  const cluster = join(draft, 'cluster');
  const password = join(draft, PASSWORD_FILE);
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  changeOwner(draft, user);
  await initdb(cluster, password, dataDir, { binaries, user });
  renameSync(password, join(cluster, PASSWORD_FILE));
  const dir = clusterFolder(dataDir);
  if (existsSync(dir)) rmdirSync(dir);
  renameSync(cluster, dir);
  rmSync(draft, { recursive: true });
}

/** Removes incomplete clusters. One that cannot be removed, because its initdb is still ending, waits for the next start. */
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

/**
 * Makes the user own the folder and all its files. The folder itself changes last: its owner tells whether an earlier
 * change was completed.
 */
export function changeOwner(dir: string, user: ServerUser): void {
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
  const errorOutput = text(child.stderr);
  if ((await code) !== 0) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL's initdb failed in ${dataDir}:\n${(await errorOutput).trim()}`,
    );
  }
}

function isEmpty(dir: string): boolean {
  return readdirSync(dir).length === 0;
}
