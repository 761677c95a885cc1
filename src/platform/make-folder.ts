import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder and missing parents. Node's `recursive` never ends where the system refuses new folders, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  if (isFolder(path)) return;
  if (!existsSync(dirname(path))) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
