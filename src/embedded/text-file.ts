import { readFileSync } from 'node:fs';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/**
 * The text of a file that another process may remove at any time; undefined if it is absent.
 * @throws EmbeddedDatabaseError if it can't be read
 */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new EmbeddedDatabaseError(
      `The file ${file} can't be read: ${(error as Error).message}. If another user runs Holdfast with this data folder, ` +
        'run it as that user, or set DATA_DIR to your own folder.',
    );
  }
}
