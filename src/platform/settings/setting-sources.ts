import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values of the given settings: from the environment, from SETTINGS_FILE, which the environment overrides, or from the file that a variable or
 * line with the suffix `_FILE` names. An empty value counts as absent.
 * @throws ConfigError
 */
export function collectValues(environment: Environment, names: readonly string[]): Record<string, string> {
  const given: Environment = { ...linesOfSettingsFile(environment, names), ...notEmpty(environment) };
  const values: Record<string, string> = {};
  for (const name of names) {
    const [value, file] = [given[name], given[`${name}_FILE`]];
    if (value !== undefined && file !== undefined)
      throw new ConfigError([`${name} and ${name}_FILE are both set: give only one`]);
    if (value !== undefined) values[name] = value;
    else if (file !== undefined) values[name] = readTextFile(`${name}_FILE`, file).trimEnd();
  }
  return values;
}

/** Settings of 0.3.0 and later that no longer exist: the start names those that are given (UPGRADE.md says what replaces them). */
const FORMER = [
  'CONTENT_LINK_SECONDS',
  'MAIL_CONCURRENCY',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_SDK_DISABLED',
  'OTEL_TRACES_SAMPLER',
  'PREPARED_STATEMENTS',
  'RECORDS_MAX_MB',
  'REQUESTS_PER_API_TOKEN',
  'REQUEST_TIMEOUT_SECONDS',
  'SHUTDOWN_SECONDS',
  'SMTP_WITHOUT_TLS',
  'TOKEN_SECONDS',
  'UPLOADS_AT_ONCE',
  'UPLOADS_DIR',
  'UPLOADS_MAX_MB',
  'UPLOADS_SILENCE_SECONDS',
  'WEBHOOKS_TO_PRIVATE_ADDRESSES',
  'WRONG_SECRETS_PER_CLIENT',
  'WRONG_TOKENS_PER_ADDRESS',
];

/** The former settings in the environment or SETTINGS_FILE. @throws ConfigError */
export function formerSettings(environment: Environment): string[] {
  const given = notEmpty({ ...linesIn(environment), ...environment });
  return FORMER.filter((name) => name in given || `${name}_FILE` in given);
}

/** @throws ConfigError also for an unknown name, which is probably misspelled */
function linesOfSettingsFile(environment: Environment, names: readonly string[]): Record<string, string> {
  const lines = linesIn(environment);
  const known = [...names, ...FORMER];
  const unknown = Object.keys(lines).filter((name) => !known.includes(name.replace(/_FILE$/, '')));
  if (unknown.length > 0)
    throw new ConfigError(unknown.map((name) => `SETTINGS_FILE has ${name}, which is not a setting`));
  return lines;
}

function linesIn({ SETTINGS_FILE: file }: Environment): Record<string, string> {
  return file === undefined || file === '' ? {} : notEmpty(parseEnv(readTextFile('SETTINGS_FILE', file)));
}

function notEmpty(values: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

function readTextFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError([`${setting} names a file that cannot be read`]);
  }
}
