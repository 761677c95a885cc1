import { join } from 'node:path';
import { configOf, type Settings } from '../platform/settings/config.js';
import { keptSecret } from '../platform/settings/kept-secret.js';
import { collectValues } from '../platform/settings/setting-sources.js';

const FILE = 'operator-token';

/** Makes the operator's token of the embedded mode at the first start, so that a sandbox has operator endpoints without configuration. */
export async function keepOperatorToken(dataDir: string): Promise<void> {
  await keptSecret(dataDir, FILE);
}

/**
 * The settings, with the token of the data folder if they have none. The file may hold two, as OPERATOR_TOKEN may.
 * @throws ConfigError if it cannot be read or used
 */
export function withOperatorToken(settings: Settings): Settings {
  if (settings.values.OPERATOR_TOKEN !== undefined) return settings;
  const file = join(settings.config.dataDir, FILE);
  const values = { ...settings.values, ...collectValues({ OPERATOR_TOKEN_FILE: file }, ['OPERATOR_TOKEN']) };
  return { ...settings, values, config: configOf(values) };
}

/**
 * Makes the token where the embedded mode needs one: it has none in its settings.
 * @returns a function that adds the token to settings, also to those that are read again
 */
export async function operatorTokenFor({ config }: Settings): Promise<(settings: Settings) => Settings> {
  if (config.databaseUrl !== undefined || config.operatorTokens.length > 0) return (settings) => settings;
  await keepOperatorToken(config.dataDir);
  return withOperatorToken;
}
