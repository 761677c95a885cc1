import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from './text-file.js';

/** How to reach the supervisor of a data folder. */
export interface SupervisorAddress {
  readonly pid: number;
  readonly port: number;
  readonly secret: string;
}

/** The address of the data folder's supervisor, or undefined if the state file is absent or invalid. */
export function readState(dataDir: string): SupervisorAddress | undefined {
  return parse(readText(stateFile(dataDir)));
}

/**
 * Registers `mine` as the only supervisor of this data folder. Linking a finished draft into place is atomic: of several
 * supervisors that start at once exactly one succeeds, and no process reads half a file.
 *
 * @param isAlive whether the supervisor named in the file still answers; if not, its file is replaced
 * @returns false if another supervisor runs the folder
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

/** Removes the state file, unless it now belongs to another supervisor. */
export function releaseState(dataDir: string, mine: SupervisorAddress): void {
  if (readState(dataDir)?.secret === mine.secret) rmSync(stateFile(dataDir), { force: true });
}

/** Moves the stale file away before comparing it again: another supervisor may have replaced it in the meantime. */
function discard(file: string, staleText: string | undefined, movedFile: string): void {
  try {
    renameSync(file, movedFile);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(movedFile) !== staleText) link(movedFile, file);
  rmSync(movedFile, { force: true });
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

function parse(text: string | undefined): SupervisorAddress | undefined {
  try {
    const { pid, port, secret } = JSON.parse(text ?? '') as Record<string, unknown>;
    const valid = Number.isInteger(pid) && Number.isInteger(port) && typeof secret === 'string';
    return valid ? { pid: Number(pid), port: Number(port), secret } : undefined;
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
