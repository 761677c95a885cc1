import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** The user that PostgreSQL's programs run as: they refuse to run as root. */
export interface ServerUser {
  /** Owner of the database's files; undefined for the current user. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
  /** Command and arguments to run the program through. */
  readonly prefix: readonly string[];
}

/** A command as this user, in the form that `spawn` and `spawnSync` take. */
export interface UserCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { cwd: string; env: NodeJS.ProcessEnv; windowsHide: true; uid?: number; gid?: number };
}

const CURRENT_USER: ServerUser = { ids: undefined, prefix: [] };

const UNSHARE = '/usr/bin/unshare';

/**
 * Root inside a user namespace that maps it to uid 65534. PostgreSQL sees an ordinary user, and the kernel still grants
 * access to root's own folders.
 */
const ROOT_IN_USER_NAMESPACE: ServerUser = {
  ids: { uid: 0, gid: 0 },
  prefix: [UNSHARE, '--user', '--map-user=65534', '--map-group=65534', '--'],
};

/** Builds a command to run as `user`. It does not inherit our environment, so it behaves the same everywhere. */
export function asUser(user: ServerUser, cwd: string, command: readonly [string, ...string[]]): UserCommand {
  const [file, ...args] = [...user.prefix, ...command] as [string, ...string[]];
  return { file, args, options: { cwd, env: { LC_ALL: 'C' }, windowsHide: true, ...user.ids } };
}

/**
 * Chooses the user for the server: the current user, unless that is root. For root, the first of these that can reach
 * both the programs and the data: the owner of the files, `postgres`, `nobody`, root in a user namespace.
 *
 * @param clusterDir the database's folder, which may not exist yet
 * @throws EmbeddedDatabaseError if no user can
 */
export function chooseServerUser(dataDir: string, clusterDir: string, binaries: Binaries): ServerUser {
  if (process.geteuid?.() !== 0) return CURRENT_USER;
  const owner = statSync(existsSync(clusterDir) ? clusterDir : dataDir);
  const accounts = readAccounts();
  const candidates: ServerUser[] = [
    accounts.find(({ uid }) => uid === owner.uid && uid !== 0),
    accounts.find(({ name }) => name === 'postgres'),
    accounts.find(({ name }) => name === 'nobody'),
  ]
    .filter((account) => account !== undefined)
    .map(({ uid, gid }) => ({ ids: { uid, gid }, prefix: [] }));
  if (existsSync(UNSHARE)) candidates.push(ROOT_IN_USER_NAMESPACE);

  const unreachable: string[] = [];
  for (const candidate of candidates) {
    const folder = findUnreachableFolder(candidate, dataDir, binaries);
    if (folder === undefined) return candidate;
    unreachable.push(folder);
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL doesn't run as root, and no other user on this computer can reach the folder ${unreachable[0] ?? dataDir}. ` +
      (unreachable[0] === dataDir
        ? 'Set DATA_DIR to a folder that all users can reach, for example below /var/lib, '
        : 'Install Holdfast in a folder that all users can reach, for example below /opt, ') +
      'or run Holdfast as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  );
}

/**
 * Runs `pg_ctl status` on the data folder as this user.
 * @returns the folder that the user cannot reach, if any: that of the programs or that of the data
 */
function findUnreachableFolder(user: ServerUser, dataDir: string, binaries: Binaries): string | undefined {
  const { file, args, options } = asUser(user, dataDir, [binaries.pg_ctl, 'status', '-D', dataDir]);
  const { error, status, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  if (error) return dirname(binaries.pg_ctl);
  // pg_ctl could read the folder. The cluster itself is one folder deeper.
  if (stderr.includes('is not a database cluster directory')) return undefined;
  return [0, 3].includes(status ?? -1) ? undefined : dataDir;
}

/** Users with a name: initdb refuses to run as a uid without one. */
function readAccounts(): { name: string; uid: number; gid: number }[] {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return [...passwd.matchAll(/^([^:#\s]+):[^:\n]*:(\d+):(\d+):/gm)].map(([, name = '', uid, gid]) => ({
    name,
    uid: Number(uid),
    gid: Number(gid),
  }));
}
