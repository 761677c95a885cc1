import { accessSync, constants, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

const LIMIT = 1024 * 1024;
const TAIL_LINES = 12;

/** The file that PostgreSQL and its supervisor write their messages to. */
export function logFile(dataDir: string): string {
  return join(dataDir, 'postgresql.log');
}

/**
 * Opens the log for a new supervisor, which begins it afresh if it has grown too long.
 *
 * @throws EmbeddedDatabaseError if it can't be written
 */
export function openLog(dataDir: string): number {
  const file = logFile(dataDir);
  try {
    // Also when it is another user's, such as root's, who ran Holdfast here once.
    if (fileLength(file) > LIMIT || !isWritable(file)) rmSync(file, { force: true });
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database's log can't be written: ${(error as Error).message}. Set DATA_DIR to a folder of your own.`,
    );
  }
}

/** How long the log is now: hand it to {@link logSince} to see only what came later. */
export function logLength(dataDir: string): number {
  return fileLength(logFile(dataDir));
}

/** The last lines written to the log beyond `position`. */
export function logSince(dataDir: string, position: number): string {
  const file = logFile(dataDir);
  const lines = existsSync(file)
    ? readFileSync(file).subarray(position).toString().trimEnd().split('\n')
    : [];
  return lines.slice(-TAIL_LINES).join('\n');
}

function fileLength(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
