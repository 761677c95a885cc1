import { accessSync, constants, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

const LIMIT = 1024 * 1024;
const TAIL_LINES = 12;

/** The log file that PostgreSQL and its supervisor share. */
export function logFile(dataDir: string): string {
  return join(dataDir, 'postgresql.log');
}

/**
 * Opens the log for a new supervisor. A log over 1 MiB is deleted first.
 *
 * @throws EmbeddedDatabaseError if it cannot be written
 */
export function openLog(dataDir: string): number {
  const file = logFile(dataDir);
  try {
    // Not writable: another user, such as root, ran Holdfast here before.
    if (fileLength(file) > LIMIT || !isWritable(file)) rmSync(file, { force: true });
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The database log can't be written: ${(error as Error).message}. Set DATA_DIR to your own folder.`,
    );
  }
}

/** Current length of the log in bytes. Pass it to {@link logSince} to read only what is written later. */
export function logLength(dataDir: string): number {
  return fileLength(logFile(dataDir));
}

/** The last lines (at most 12) written to the log after `position`. */
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
