import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** How to reach the supervisor of a data folder. */
export interface SupervisorAddress {
  readonly pid: number;
  readonly port: number;
  readonly secret: string;
}

/** Where the supervisor of this data folder says it is, or undefined if nobody says anything legible. */
export function readState(dataDir: string): SupervisorAddress | undefined {
  return parse(readText(stateFile(dataDir)));
}

/**
 * Writes `mine` as the one supervisor of this data folder. Linking a finished draft into place is atomic, so of
 * several supervisors that start at once a single one succeeds, and nobody ever reads half a file.
 *
 * @param isAlive whether the supervisor that the file names still answers; if not, its file is replaced
 * @returns false if another supervisor is in charge
 */
export async function claimState(
  dataDir: string,
  mine: SupervisorAddress,
  isAlive: (other: SupervisorAddress) => Promise<boolean>,
): Promise<boolean> {
  const file = stateFile(dataDir);
  const draft = `${file}.${String(mine.pid)}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    for (;;) {
      if (link(draft, file)) return true;
      const text = readText(file);
      const other = parse(text);
      if (other && (await isAlive(other))) return false;
      discard(file, text, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the state file, unless it has become somebody else's. */
export function releaseState(dataDir: string, mine: SupervisorAddress): void {
  if (readState(dataDir)?.secret === mine.secret) rmSync(stateFile(dataDir), { force: true });
}

/** Moves the file away before looking at it again: another supervisor may have put its own there meanwhile. */
function discard(file: string, text: string | undefined, aside: string): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== text) link(aside, file);
  rmSync(aside, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'supervisor.json');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new EmbeddedDatabaseError(
      `The file ${file} can't be read: ${(error as Error).message}. If another user runs Holdfast with this data folder, ` +
        'run it as that user, or set DATA_DIR to a folder of your own.',
    );
  }
}

function parse(text: string | undefined): SupervisorAddress | undefined {
  try {
    const { pid, port, secret } = JSON.parse(text ?? '') as Record<string, unknown>;
    const legible = Number.isInteger(pid) && Number.isInteger(port) && typeof secret === 'string';
    return legible ? { pid: Number(pid), port: Number(port), secret } : undefined;
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
