import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { makeFolder } from '../platform/make-folder.js';
import { CommandFailed } from './command-failed.js';

/** For the help of a command whose argument `openInput` or `readInput` opens. */
export const OR_STANDARD_INPUT = 'or - for standard input';

/** The input's name in messages. */
export function nameOfInput(file: string): string {
  return isStandardInput(file) ? 'Standard input' : basename(file);
}

/** The bytes of a file, or of standard input if its name is `-`: a container does not see files of its host. */
export function openInput(file: string): Readable {
  return isStandardInput(file) ? process.stdin : createReadStream(file);
}

/**
 * Opens an input any number of times. Standard input comes once, so it is copied into a file. That file loses its name at once, because a
 * list contains cards and PINs.
 */
export async function reopenable(file: string, folder: string): Promise<() => Readable> {
  if (!isStandardInput(file)) return () => openInput(file);
  await makeFolder(folder);
  const path = join(folder, `holdfast-import-${randomUUID()}.csv`);
  const kept = await open(path, 'wx+', 0o600);
  await rm(path);
  await writeFile(kept, process.stdin);
  return () => createReadStream('', { fd: kept, start: 0, autoClose: false });
}

/**
 * The whole text of what `openInput` opens.
 * @param maxBytes the limit
 * @throws CommandFailed if it cannot be read, or is larger
 */
export async function readInput(file: string, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of openInput(file) as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) break;
      parts.push(part);
    }
  } catch {
    throw unreadable(file);
  }
  if (size > maxBytes)
    throw new CommandFailed(`The file has more than ${maxBytes.toLocaleString('en')} bytes.`);
  return Buffer.concat(parts).toString('utf8');
}

/** Reads a secret: other users of the machine can read arguments. */
export async function firstLineOfInput(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
  return line;
}

/**
 * In bytes; undefined for standard input.
 * @throws CommandFailed if there is no such file
 */
export async function sizeOf(file: string): Promise<number | undefined> {
  if (isStandardInput(file)) return undefined;
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw unreadable(file);
  return found.size;
}

function isStandardInput(file: string): boolean {
  return file === '-';
}

function unreadable(file: string): CommandFailed {
  return new CommandFailed(`Cannot read the file ${file}.`);
}
