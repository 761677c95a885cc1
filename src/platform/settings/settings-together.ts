import { ConfigError } from './config-error.js';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Settings that must be given together.
 * @returns undefined if none is given
 * @throws ConfigError that names each missing one, if only some are given
 */
export function allOrNone<Name extends string>(
  names: readonly Name[],
  given: Readonly<Partial<Record<Name, string | undefined>>>,
): Texts<Name> | undefined {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length === 0) return given as Texts<Name>;
  if (missing.length === names.length) return undefined;
  throw missingSettings(missing, names);
}

export function missingSettings(missing: readonly string[], names: readonly string[]): ConfigError {
  return new ConfigError(missing.map((name) => `${name} is missing: ${names.join(', ')} go together`));
}
