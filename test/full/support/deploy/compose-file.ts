import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A service of a compose file, as far as tests read it. compose.test.ts holds the whole file to its schema. */
export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly pull_policy?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: unknown;
  readonly user?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean; readonly test?: readonly string[] };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly name: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

/** Those of a file `.env`. */
type Variables = Readonly<Record<string, string>>;

/** Reads a compose file of the project as `docker compose` does, with these variables in `.env`. */
export function readComposeFile(name: string, variables: Variables = {}): ComposeFile {
  const source = parse(readFileSync(`${ROOT}${name}`, 'utf8'), { merge: true }) as unknown;
  return withVariables(source, variables) as ComposeFile;
}

/**
 * Fills in the variables of every text, as the Compose Specification says under "Interpolation". A name in an environment without a
 * value is the variable of that name, if there is one.
 */
function withVariables(value: unknown, variables: Variables, key = ''): unknown {
  if (typeof value === 'string') return filledIn(value, variables);
  if (Array.isArray(value)) return value.map((each) => withVariables(each, variables));
  if (typeof value !== 'object' || value === null) return value;
  const filled = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    key === 'environment' && each === null ? variables[name] : withVariables(each, variables, name),
  ]);
  return Object.fromEntries(filled.filter(([, each]) => each !== undefined));
}

function filledIn(text: string, variables: Variables): string {
  return text.replace(
    /\$(?:(\$)|\{(\w+)(?:(:-|:\?)([^}]*))?\})/g,
    (_, dollar: string | undefined, name: string, operator: string | undefined, argument: string) => {
      if (dollar !== undefined) return dollar;
      const value = variables[name] ?? '';
      if (value !== '' || operator === undefined) return value;
      if (operator === ':-') return argument;
      throw new Error(`required variable ${name} is missing a value: ${argument}`);
    },
  );
}

/** The Dockerfile's last stage: what it says about the process. */
export const IMAGE = readImage();

function readImage(): {
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly hasHealthCheck: boolean;
} {
  const text = readFileSync(`${ROOT}Dockerfile`, 'utf8').replaceAll('\\\n', ' ');
  const stage = text.slice(text.lastIndexOf('\nFROM '));
  const pairs = [...(/^ENV (.*)$/m.exec(stage)?.[1] ?? '').matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)];
  return {
    environment: Object.fromEntries(
      pairs.map(([, name, quoted, bare]) => [name ?? '', quoted ?? bare ?? '']),
    ),
    command: JSON.parse(/^CMD (\[.*\])$/m.exec(stage)?.[1] ?? '[]') as string[],
    hasHealthCheck: /^HEALTHCHECK .*CMD /m.test(stage),
  };
}

export function runsHoldfast({ image }: ComposeService): boolean {
  return ['holdfast', 'holdfast-local'].includes(image);
}

/** What the container runs: the service's command and environment on top of the image's. */
export function processOf(service: ComposeService): HoldfastProcess {
  const [program, ...args] = service.command ?? IMAGE.command;
  if (program !== 'holdfast') throw new Error(`It runs ${String(program)}.`);
  return { args, environment: { ...IMAGE.environment, ...service.environment } };
}

export interface HoldfastProcess {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The services that run Holdfast and start with `up`, each after those it depends on. */
export function inStartOrder({ services }: ComposeFile): [string, ComposeService][] {
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const other of Object.keys(services[name]?.depends_on ?? {})) add(other);
    ordered.add(name);
  };
  Object.keys(services).forEach(add);
  return [...ordered]
    .map((name): [string, ComposeService] => [name, services[name]!])
    .filter(([, service]) => runsHoldfast(service) && service.profiles === undefined);
}

/** The names of all settings, with the suffix `_FILE` too. */
export const SETTINGS = new Set(
  [...readFileSync(`${ROOT}.env.example`, 'utf8').matchAll(/^#(\w+)=/gm)].flatMap(([, name]) =>
    name === undefined ? [] : [name, `${name}_FILE`],
  ),
);
