import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.js';

/**
 * The settings with an operator's token: the given one, or one that is made at the first start and kept in the data
 * folder, so that a laptop's sandbox has its operator endpoints without any setting.
 */
export async function withOperatorToken(config: Config): Promise<Config> {
  if (config.operatorToken !== undefined) return config;
  const file = join(config.dataDir, 'operator-token');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return { ...config, operatorToken: kept.trim() };
  const operatorToken = randomBytes(32).toString('base64url');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${operatorToken}\n`, { mode: 0o600 });
  return { ...config, operatorToken };
}
