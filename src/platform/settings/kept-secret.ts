import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.js';
import { ConfigError } from './config-error.js';

/** 256 random bits. */
const BYTES = 32;
/** Somebody may have replaced the secret; the settings require the same length. */
const MIN_LENGTH = 32;

/**
 * A secret of the embedded mode, made at the first start and kept in the data folder, so that nothing must be set.
 * @param name of its file
 * @throws ConfigError when the file is damaged: an attacker could guess an empty secret
 */
export async function keptSecret(dataDir: string, name: string): Promise<string | undefined> {
  return (await readSecret(dataDir, name)) ?? (await makeSecret(dataDir, name));
}

async function readSecret(dataDir: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, name), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (text !== undefined && text.trim().length < MIN_LENGTH)
    throw new ConfigError([`DATA_DIR has a damaged file ${name}: remove it, and a new one is made`]);
  return text?.trim();
}

/** Processes that share the folder and start together must agree: the first to link its draft wins. */
async function makeSecret(dataDir: string, name: string): Promise<string | undefined> {
  const file = join(dataDir, name);
  const draft = `${file}.${randomUUID()}`;
  await makeFolder(dataDir);
  await writeFile(draft, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readSecret(dataDir, name);
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
