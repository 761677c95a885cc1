import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/settings/config.js';

/**
 * Adds an operator token to the settings if they have none. The token is created at the first start and kept in the data
 * folder, so that a local sandbox has operator endpoints without configuration.
 */
export async function withOperatorToken(config: Config): Promise<Config> {
  if (config.operatorTokens.length > 0) return config;
  const file = join(config.dataDir, 'operator-token');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return { ...config, operatorTokens: [stored.trim()] };
  const operatorToken = randomBytes(32).toString('base64url');
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${operatorToken}\n`, { mode: 0o600 });
  return { ...config, operatorTokens: [operatorToken] };
}
