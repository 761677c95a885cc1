import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../platform/settings/config.js';

/** The provider token of the key that signs the addresses of content; undefined when there is none. */
export const CONTENT_KEY = Symbol('ContentKey');

/**
 * The key in the settings. The embedded mode makes one at the first start and keeps it in the data folder, so that
 * downloads work without any setting.
 */
export async function contentKeyOf({
  contentKey,
  databaseUrl,
  dataDir,
}: Config): Promise<string | undefined> {
  if (contentKey !== undefined || databaseUrl !== undefined) return contentKey;
  const file = join(dataDir, 'content-key');
  return (await readKey(file)) ?? (await makeKey(file, dataDir));
}

/** @throws ConfigError when the file is damaged: an attacker could sign with an empty key */
async function readKey(file: string): Promise<string | undefined> {
  const key = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (key !== undefined && key.trim().length < KEY_LENGTH)
    throw new ConfigError(['DATA_DIR has a damaged file content-key: remove it, and a new one is made']);
  return key?.trim();
}

/** 256 random bits as base64url. */
const KEY_BYTES = 32;
const KEY_LENGTH = Math.ceil((KEY_BYTES * 4) / 3);

/** Processes that share the folder and start together must agree: the first to link its draft wins. */
async function makeKey(file: string, dataDir: string): Promise<string | undefined> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return readKey(file);
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
