import { join, resolve } from 'node:path';
import * as z from 'zod';
import { ConfigError } from './config-error.js';
import { CONSTANTS } from './constants.js';
import { databaseConfigOf, databaseProblems, databaseSettings } from './database-settings.js';
import { IDENTITY_PROVIDER_SETTINGS, identityProviderOf } from './identity-provider-settings.js';
import {
  baseUrl,
  contentUrl,
  longSecrets,
  networks,
  origins,
  proxyUrl,
  trueOrFalse,
  wholeNumber,
} from './setting-rules.js';
import { collectValues, type Environment, formerSettings } from './setting-sources.js';
import { STAFF_PROVIDER_SETTINGS, staffProviderOf } from './staff-provider-settings.js';
import { TRACING_SETTINGS, tracingOf } from './tracing-settings.js';

export { ConfigError };

export interface MetricsListener {
  readonly port: number;
  readonly host: string;
  /** The port is a default: if it is in use, the process starts without it. */
  readonly isOptional: boolean;
}

const ROLES = ['all', 'api', 'worker'] as const;
/** Whether a process answers requests (`api`), runs timers and mail (`worker`), or does both (`all`). */
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Any other value might be meant as production, but would not be. */
const ENVIRONMENTS = ['production', 'development', 'test'] as const;

const DEFAULT_METRICS_PORT = 9464;

export const DEFAULT_MAIL_FROM = 'holds@localhost';

const settings = z.object({
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().min(1).optional(),
  ...databaseSettings,
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: baseUrl.optional(),
  CATALOG_URL: baseUrl.optional(),
  VENDOR: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be lower-case letters, digits, dots and hyphens')
    .default('holdfast'),
  DRAWN_COVERS: trueOrFalse.optional(),
  SHELF: trueOrFalse.optional(),
  POOL_SIZE: wholeNumber(2, 500).default(10),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600).default(0),
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  OPERATOR_TOKEN: longSecrets.optional(),
  SANDBOX: trueOrFalse.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').or(z.literal(DEFAULT_MAIL_FROM)).default(DEFAULT_MAIL_FROM),
  MAIL_BOUNCES_TO: z.email('must be an e-mail address').optional(),
  MAIL_PAUSED: trueOrFalse.default(false),
  TOKEN_KEY: longSecrets.optional(),
  REQUESTS_PER_PATRON: wholeNumber(0, 1_000_000).default(600),
  REQUESTS_PER_CLIENT: wholeNumber(0, 1_000_000).default(30_000),
  REQUESTS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(60_000),
  WRONG_PINS_PER_CLIENT: wholeNumber(0, 1_000_000).default(1_000),
  WRONG_PINS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(300),
  TRUSTED_PROXIES: networks.optional(),
  OUTBOUND_PRIVATE_NETWORKS: networks.optional(),
  OUTBOUND_PROXY: proxyUrl.optional(),
  WEBHOOKS_KEY: longSecrets.optional(),
  CONTENT_URL: contentUrl.optional(),
  CONTENT_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .regex(/^\S+$/, 'must have no spaces')
    .optional(),
  ERROR_PAGE_ORIGINS: origins.optional(),
  ...IDENTITY_PROVIDER_SETTINGS,
  ...STAFF_PROVIDER_SETTINGS,
  NODE_ENV: z.enum(ENVIRONMENTS, `must be one of ${ENVIRONMENTS.join(', ')}`).optional(),
  ...TRACING_SETTINGS,
});

/** The settings of one process: the given values and the Config made from them. */
export interface Settings {
  /** The given values, by the setting's name. */
  readonly values: Readonly<Record<string, string>>;
  readonly config: Config;
  /** The names of given settings that no longer exist. */
  readonly former: readonly string[];
}

/**
 * Reads the settings from `environment` and from the files that it names (see `collectValues`).
 * @param fixed values that override all others
 * @throws ConfigError that names every invalid setting
 */
export function readSettings(
  fixed: Readonly<Record<string, string>> = {},
  environment: Environment = process.env,
): Settings {
  const values = { ...collectValues(environment, Object.keys(settings.shape)), ...fixed };
  return { values, config: configOf(values), former: formerSettings(environment) };
}

/** The settings in `environment`, with defaults for those that are absent. @throws ConfigError */
export function readConfig(environment: Environment = process.env): Config {
  return readSettings({}, environment).config;
}

/** @throws ConfigError */
export function configOf(values: Settings['values']): Config {
  const parsed = settings.safeParse(values);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const given = parsed.data;
  if (isProduction(given) && given.SANDBOX === true)
    throw new ConfigError([
      "SANDBOX must not be true when NODE_ENV is production: a real library's clock must not be moved",
    ]);
  requireCompanions(given);
  return configFrom(given);
}

type Given = z.infer<typeof settings>;

function isProduction({ NODE_ENV }: Given): boolean {
  return NODE_ENV === 'production';
}

/** The validated settings of one process. Only this file reads the environment. */
export type Config = Readonly<ReturnType<typeof configFrom>>;

function configFrom(given: Given) {
  const isEmbedded = given.DATABASE_URL === undefined;
  const dataDir = resolve(given.DATA_DIR);
  const host = given.HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0');
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`;
  return {
    ...CONSTANTS,
    port: given.PORT,
    host,
    ...databaseConfigOf(given),
    dataDir,
    /** Uploaded files, until they are imported. */
    uploadsFolder: join(dataDir, 'uploads'),
    /** Base URL of links to circulation resources, without a trailing slash. */
    publicUrl,
    /** Base URL of links to the catalog, without a trailing slash. */
    catalogUrl: given.CATALOG_URL ?? publicUrl,
    /** The `<vendor>` in media types. */
    vendor: given.VENDOR,
    /** The service draws covers for titles whose records name no images. */
    drawnCovers: given.DRAWN_COVERS ?? isEmbedded,
    /** The service has a page for patrons. */
    shelf: given.SHELF ?? isEmbedded,
    poolSize: given.POOL_SIZE,
    logLevel: given.LOG_LEVEL,
    /** The limit on open connections. Those of `metricsListener` do not count. */
    maxConnections: given.MAX_CONNECTIONS,
    /** How long a stopping process keeps serving, so that balancers notice. */
    shutdownDelaySeconds: given.SHUTDOWN_DELAY_SECONDS,
    /** The listener for health and metrics, if they have a port of their own. */
    metricsListener: metricsListenerOf(given, host),
    role: given.ROLE,
    /** One token, or two while one is being replaced. None turns the operator endpoints off. */
    operatorTokens: given.OPERATOR_TOKEN ?? [],
    /** Whether the service's clock can be moved. */
    sandbox: given.SANDBOX ?? (isEmbedded && !isProduction(given)),
    ...mailSettingsOf(given, dataDir),
    /** The keys that sign the service's tokens; the first signs new ones. None: the database's own key does. */
    tokenKeys: given.TOKEN_KEY ?? [],
    /** Requests per minute of one patron, client or address, counted by each process; 0 for no limit. */
    requestsPerMinute: {
      perPatron: given.REQUESTS_PER_PATRON,
      perClient: given.REQUESTS_PER_CLIENT,
      perAddress: given.REQUESTS_PER_ADDRESS,
    },
    /** Wrong PINs in 15 minutes of one client or range of addresses, counted by all processes; 0 for no limit. */
    wrongPins: { perClient: given.WRONG_PINS_PER_CLIENT, perAddress: given.WRONG_PINS_PER_ADDRESS },
    /** Addresses and networks of proxies, whose `X-Forwarded-For` is trusted. */
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    /** Limits the hosts that libraries may name: for keys of identity providers, and for receivers of webhooks. */
    outbound: { privateNetworks: given.OUTBOUND_PRIVATE_NETWORKS ?? [] },
    /** The proxy for HTTP requests to public hosts. Undefined: none. */
    outboundProxy: given.OUTBOUND_PROXY,
    /** Encrypt the secrets of webhooks in the database: one key, or two while one is being replaced. None: they are stored as plain text. */
    webhooksKeys: given.WEBHOOKS_KEY ?? [],
    /** The URI template of a loan's content. Undefined: only a title's record can name one. */
    contentUrl: given.CONTENT_URL,
    /** Signs addresses of content. Undefined: none is handed out, except in the embedded mode, which makes a key. */
    contentKey: given.CONTENT_KEY,
    /** Origins of the pages to which a failed download may send a browser. */
    errorPageOrigins: given.ERROR_PAGE_ORIGINS ?? [],
    /** The libraries' own identity provider, whose JWTs are accepted as patrons' tokens. */
    identityProvider: identityProviderOf(given),
    /** The identity provider for signing in to the console. Undefined: staff sign in by password. */
    staffProvider: staffProviderOf(given),
    /** Whether staff may sign in with passwords. */
    staffPasswords: given.STAFF_PASSWORDS,
    /** Undefined: tracing is off. */
    tracing: tracingOf(given),
  };
}

function mailSettingsOf(given: Given, dataDir: string) {
  return {
    /** Undefined to write mails to files in `mailFolder`. */
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    /** The address to which mail servers report bounces. Undefined: the sender. */
    mailBouncesTo: given.MAIL_BOUNCES_TO,
    mailFolder: join(dataDir, 'mail'),
    /** Notices wait in the database until this is false. */
    mailPaused: given.MAIL_PAUSED,
  };
}

function requireCompanions(given: Given): void {
  const problems = databaseProblems(given);
  if (given.CONTENT_URL !== undefined && given.CONTENT_KEY === undefined)
    problems.push('CONTENT_KEY is missing: the addresses that CONTENT_URL makes are signed with it');
  if (problems.length > 0) throw new ConfigError(problems);
}

/** By default, if other machines can reach the service, its metrics are visible on its own machine only. */
function metricsListenerOf(given: Given, host: string): MetricsListener | undefined {
  const { PORT, METRICS_PORT: port, DATABASE_URL } = given;
  if (port !== undefined) return port === PORT && port !== 0 ? undefined : { port, host, isOptional: false };
  if (DATABASE_URL === undefined) return undefined;
  return { port: DEFAULT_METRICS_PORT, host: '127.0.0.1', isOptional: true };
}
