import { stat } from 'node:fs/promises';
import { CommandFailed } from './command-failed.js';

/**
 * In bytes.
 * @throws CommandFailed if there is no such file
 */
export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new CommandFailed(`Cannot read the file ${file}.`);
  return found.size;
}
