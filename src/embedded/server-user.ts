import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Who PostgreSQL's programs run as, since they refuse to run as root. */
export interface ServerUser {
  /** Owner of the database's files; undefined if that is simply whoever runs us. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
  /** Words to put before a command. */
  readonly prefix: readonly string[];
}

/** A command as this user, in the form that `spawn` and `spawnSync` take. */
export interface UserCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { cwd: string; env: NodeJS.ProcessEnv; windowsHide: true; uid?: number; gid?: number };
}

const OURSELVES: ServerUser = { ids: undefined, prefix: [] };

const UNSHARE = '/usr/bin/unshare';

/**
 * Root inside a user namespace that calls it 65534: PostgreSQL sees an ordinary user, while the kernel still lets it
 * into root's own folders.
 */
const ROOT_IN_DISGUISE: ServerUser = {
  ids: { uid: 0, gid: 0 },
  prefix: [UNSHARE, '--user', '--map-user=65534', '--map-group=65534', '--'],
};

/** Puts a command together; nothing of our environment is passed on, so it behaves the same everywhere. */
export function asUser(user: ServerUser, cwd: string, command: readonly [string, ...string[]]): UserCommand {
  const [file, ...args] = [...user.prefix, ...command] as [string, ...string[]];
  return { file, args, options: { cwd, env: { LC_ALL: 'C' }, windowsHide: true, ...user.ids } };
}

/**
 * Picks the user for the server: ourselves, unless we are root. For root, the one who already owns the files, then
 * `postgres`, then `nobody`, then a disguised root; the first who can reach both the programs and the data.
 *
 * @param clusterDir the database's folder, which need not exist yet
 * @throws EmbeddedDatabaseError if nobody can
 */
export function chooseServerUser(dataDir: string, clusterDir: string, binaries: Binaries): ServerUser {
  if (process.geteuid?.() !== 0) return OURSELVES;
  const owner = statSync(existsSync(clusterDir) ? clusterDir : dataDir);
  const accounts = readAccounts();
  const candidates: ServerUser[] = [
    accounts.find(({ uid }) => uid === owner.uid && uid !== 0),
    accounts.find(({ name }) => name === 'postgres'),
    accounts.find(({ name }) => name === 'nobody'),
  ]
    .filter((account) => account !== undefined)
    .map(({ uid, gid }) => ({ ids: { uid, gid }, prefix: [] }));
  if (existsSync(UNSHARE)) candidates.push(ROOT_IN_DISGUISE);

  const obstacles: string[] = [];
  for (const candidate of candidates) {
    const obstacle = findObstacle(candidate, dataDir, binaries);
    if (obstacle === undefined) return candidate;
    obstacles.push(obstacle);
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL doesn't run as root, and no other user of this computer can reach the folder ${obstacles[0] ?? dataDir}. ` +
      (obstacles[0] === dataDir
        ? 'Set DATA_DIR to a folder that all users can reach, for example below /var/lib, '
        : 'Install Holdfast in a folder that all users can reach, for example below /opt, ') +
      'or run Holdfast as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** Lets the user look at the data folder through PostgreSQL's own eyes; the folder in the way, if there is one. */
function findObstacle(user: ServerUser, dataDir: string, binaries: Binaries): string | undefined {
  const { file, args, options } = asUser(user, dataDir, [binaries.pg_ctl, 'status', '-D', dataDir]);
  const { error, status, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' });
  if (error) return dirname(binaries.pg_ctl);
  // The answer for a folder that was looked into, and holds no database itself (which lies one folder deeper).
  if (stderr.includes('is not a database cluster directory')) return undefined;
  return [0, 3].includes(status ?? -1) ? undefined : dataDir;
}

/** The users listed on this computer; initdb refuses to run as a number without a name. */
function readAccounts(): { name: string; uid: number; gid: number }[] {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  return [...passwd.matchAll(/^([^:#\n]+):[^:\n]*:(\d+):(\d+):/gm)].map(([, name = '', uid, gid]) => ({
    name,
    uid: Number(uid),
    gid: Number(gid),
  }));
}
