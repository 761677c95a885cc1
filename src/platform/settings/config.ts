import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import {
  type DatabaseConfig,
  databaseConfigOf,
  databaseProblems,
  databaseSettings,
} from './database-settings.js';
import {
  IDENTITY_PROVIDER_SETTINGS,
  type IdentityProvider,
  identityProviderOf,
} from './identity-provider-settings.js';
import {
  baseUrl,
  contentUrl,
  networks,
  origins,
  operatorTokens,
  trueOrFalse,
  wholeNumber,
} from './setting-rules.js';
import type { OutboundPolicy } from '../outbound/outbound-policy.js';
import { collectValues, type Environment } from './setting-sources.js';
import { STAFF_PROVIDER_SETTINGS, type StaffProvider, staffProviderOf } from './staff-provider-settings.js';
import { TRACING_SETTINGS, tracingOf, type TracingSettings } from './tracing-settings.js';

export { ConfigError };

/** The validated settings of one process. Only this file reads the environment. */
export interface Config extends DatabaseConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Base URL of links to circulation resources, without a trailing slash. */
  readonly publicUrl: string;
  /** Files of records, until they are imported. */
  readonly uploads: {
    readonly folder: string;
    readonly maxMegabytes: number;
    /** How many of them one process keeps. */
    readonly atOnce: number;
    /** Of the records of one request, which are not kept. */
    readonly maxStreamMegabytes: number;
    /** For how long no byte may come, of a file or of records. */
    readonly silenceSeconds: number;
  };
  /** Base URL of links to the catalog, without a trailing slash. */
  readonly catalogUrl: string;
  /** The `<vendor>` in media types. */
  readonly vendor: string;
  /** The service draws covers for titles whose records name no images. */
  readonly drawnCovers: boolean;
  /** The service has a page for patrons. */
  readonly shelf: boolean;
  readonly poolSize: number;
  readonly logLevel: LogLevel;
  readonly requestTimeoutSeconds: number;
  /** How many connections may be open at once. Those of `metricsListener` do not count. */
  readonly maxConnections: number;
  /** How long a stopping process keeps serving, so that balancers notice. */
  readonly shutdownDelaySeconds: number;
  /** How long requests in progress may then take before they are cut. */
  readonly shutdownSeconds: number;
  /** Of health and metrics, if they have a port of their own. */
  readonly metricsListener: MetricsListener | undefined;
  readonly role: Role;
  /** One, or two while one is being replaced. None to turn the operator endpoints off. */
  readonly operatorTokens: readonly string[];
  /** Whether the service's clock can be moved. */
  readonly sandbox: boolean;
  /** Undefined to write mails to files in `mailFolder`. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Where mail servers report bounces. Undefined: to the sender. */
  readonly mailBouncesTo: string | undefined;
  readonly mailFolder: string;
  /** Notices wait in the database until this is false. */
  readonly mailPaused: boolean;
  /** How many mails one process sends at the same time. */
  readonly mailConcurrency: number;
  /** Lifetime of a token from the token endpoints. */
  readonly tokenSeconds: number;
  /** Requests per minute of one patron, client or address, counted by each process; 0 for no limit. */
  readonly requestsPerMinute: {
    readonly perPatron: number;
    readonly perClient: number;
    readonly perAddress: number;
  };
  /** Wrong PINs in 15 minutes of one client or range of addresses, counted by all processes; 0 for no limit. */
  readonly wrongPins: { readonly perClient: number; readonly perAddress: number };
  /** Unknown tokens and sessions per minute of one address, counted by each process; 0 for no limit. */
  readonly wrongTokensPerAddress: number;
  /** Addresses and networks of proxies, whose `X-Forwarded-For` says where a request comes from. */
  readonly trustedProxies: readonly string[];
  /** Where the service may connect to at the wish of a library. */
  readonly outbound: OutboundPolicy;
  /** Where the content of a loan is: a URI template. Undefined: only where a title's record says. */
  readonly contentUrl: string | undefined;
  /** Signs the addresses of content. Undefined: none is handed out, except by the embedded mode, which makes a key. */
  readonly contentKey: string | undefined;
  readonly contentLinkSeconds: number;
  /** Origins of the pages to which a failed download may send a browser. */
  readonly errorPageOrigins: readonly string[];
  /** The libraries' own identity provider, whose JWTs are accepted as patrons' tokens. */
  readonly identityProvider: IdentityProvider | undefined;
  /** Through which staff may sign in to the console. Undefined: only by password. */
  readonly staffProvider: StaffProvider | undefined;
  /** Whether staff may sign in with passwords. */
  readonly staffPasswords: boolean;
  /** Where traces go. Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

export interface MetricsListener {
  readonly port: number;
  readonly host: string;
  /** The settings do not ask for it: if the port is in use, the process starts without it. */
  readonly isOptional: boolean;
}

const ROLES = ['all', 'api', 'worker'] as const;
/** Whether a process answers requests (`api`), runs timers and mail (`worker`), or does both (`all`). */
export type Role = (typeof ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_METRICS_PORT = 9464;

export const DEFAULT_MAIL_FROM = 'holds@localhost';

const settings = z.object({
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().min(1).optional(),
  ...databaseSettings,
  DATA_DIR: z.string().default('.data'),
  UPLOADS_DIR: z.string().optional(),
  UPLOADS_MAX_MB: wholeNumber(1, 100_000).default(512),
  UPLOADS_AT_ONCE: wholeNumber(1, 100).default(2),
  UPLOADS_SILENCE_SECONDS: wholeNumber(1, 3_600).default(60),
  RECORDS_MAX_MB: wholeNumber(1, 1_000_000).default(10_000),
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
  REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 600).default(30),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(10_000),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 600).default(0),
  SHUTDOWN_SECONDS: wholeNumber(1, 3600).default(30),
  METRICS_PORT: wholeNumber(0, 65535).optional(),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  OPERATOR_TOKEN: operatorTokens.optional(),
  SANDBOX: trueOrFalse.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').or(z.literal(DEFAULT_MAIL_FROM)).default(DEFAULT_MAIL_FROM),
  MAIL_BOUNCES_TO: z.email('must be an e-mail address').optional(),
  MAIL_PAUSED: trueOrFalse.default(false),
  MAIL_CONCURRENCY: wholeNumber(1, 50).default(3),
  TOKEN_SECONDS: wholeNumber(60, 31_536_000).default(3600),
  REQUESTS_PER_PATRON: wholeNumber(0, 1_000_000).default(600),
  REQUESTS_PER_CLIENT: wholeNumber(0, 1_000_000).default(30_000),
  REQUESTS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(60_000),
  WRONG_PINS_PER_CLIENT: wholeNumber(0, 1_000_000).default(1_000),
  WRONG_PINS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(300),
  WRONG_TOKENS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(600),
  TRUSTED_PROXIES: networks.optional(),
  OUTBOUND_PRIVATE_NETWORKS: networks.optional(),
  CONTENT_URL: contentUrl.optional(),
  CONTENT_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .regex(/^\S+$/, 'must have no spaces')
    .optional(),
  CONTENT_LINK_SECONDS: wholeNumber(1, 86_400).default(300),
  ERROR_PAGE_ORIGINS: origins.optional(),
  ...IDENTITY_PROVIDER_SETTINGS,
  ...STAFF_PROVIDER_SETTINGS,
  NODE_ENV: z.string().optional(),
  ...TRACING_SETTINGS,
});

/** The settings of one process: what was given, and what follows from it. */
export interface Settings {
  /** The given values, by the setting's name. */
  readonly values: Readonly<Record<string, string>>;
  readonly config: Config;
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
  return { values, config: configOf(values) };
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
  const isEmbedded = given.DATABASE_URL === undefined;
  const isProduction = given.NODE_ENV === 'production';
  if (isProduction && given.SANDBOX === true)
    throw new ConfigError([
      "SANDBOX must not be true when NODE_ENV is production: a real library's clock must not be moved",
    ]);
  requireCompanions(given);
  const dataDir = resolve(given.DATA_DIR);
  const host = given.HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0');
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`;
  return {
    port: given.PORT,
    host,
    ...databaseConfigOf(given),
    dataDir,
    uploads: uploadsOf(given, dataDir),
    publicUrl,
    catalogUrl: given.CATALOG_URL ?? publicUrl,
    vendor: given.VENDOR,
    drawnCovers: given.DRAWN_COVERS ?? isEmbedded,
    shelf: given.SHELF ?? isEmbedded,
    poolSize: given.POOL_SIZE,
    logLevel: given.LOG_LEVEL,
    requestTimeoutSeconds: given.REQUEST_TIMEOUT_SECONDS,
    maxConnections: given.MAX_CONNECTIONS,
    shutdownDelaySeconds: given.SHUTDOWN_DELAY_SECONDS,
    shutdownSeconds: given.SHUTDOWN_SECONDS,
    metricsListener: metricsListenerOf(given, host),
    role: given.ROLE,
    operatorTokens: given.OPERATOR_TOKEN ?? [],
    sandbox: given.SANDBOX ?? (isEmbedded && !isProduction),
    ...mailSettingsOf(given, dataDir),
    tokenSeconds: given.TOKEN_SECONDS,
    requestsPerMinute: {
      perPatron: given.REQUESTS_PER_PATRON,
      perClient: given.REQUESTS_PER_CLIENT,
      perAddress: given.REQUESTS_PER_ADDRESS,
    },
    wrongTokensPerAddress: given.WRONG_TOKENS_PER_ADDRESS,
    wrongPins: { perClient: given.WRONG_PINS_PER_CLIENT, perAddress: given.WRONG_PINS_PER_ADDRESS },
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    outbound: { privateNetworks: given.OUTBOUND_PRIVATE_NETWORKS ?? [] },
    contentUrl: given.CONTENT_URL,
    contentKey: given.CONTENT_KEY,
    contentLinkSeconds: given.CONTENT_LINK_SECONDS,
    errorPageOrigins: given.ERROR_PAGE_ORIGINS ?? [],
    identityProvider: identityProviderOf(given),
    staffProvider: staffProviderOf(given),
    staffPasswords: given.STAFF_PASSWORDS,
    tracing: tracingOf(given),
  };
}

function uploadsOf(given: z.infer<typeof settings>, dataDir: string): Config['uploads'] {
  return {
    folder: resolve(given.UPLOADS_DIR ?? join(dataDir, 'uploads')),
    maxMegabytes: given.UPLOADS_MAX_MB,
    atOnce: given.UPLOADS_AT_ONCE,
    maxStreamMegabytes: given.RECORDS_MAX_MB,
    silenceSeconds: given.UPLOADS_SILENCE_SECONDS,
  };
}

function mailSettingsOf(
  given: z.infer<typeof settings>,
  dataDir: string,
): Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailBouncesTo' | 'mailFolder' | 'mailPaused' | 'mailConcurrency'> {
  return {
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    mailBouncesTo: given.MAIL_BOUNCES_TO,
    mailFolder: join(dataDir, 'mail'),
    mailPaused: given.MAIL_PAUSED,
    mailConcurrency: given.MAIL_CONCURRENCY,
  };
}

function requireCompanions(given: z.infer<typeof settings>): void {
  const problems = databaseProblems(given);
  if (given.CONTENT_URL !== undefined && given.CONTENT_KEY === undefined)
    problems.push('CONTENT_KEY is missing: the addresses that CONTENT_URL makes are signed with it');
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Without a setting, the metrics of a service that other machines can reach are visible on its own machine only. */
function metricsListenerOf(given: z.infer<typeof settings>, host: string): MetricsListener | undefined {
  const { PORT, METRICS_PORT: port, DATABASE_URL } = given;
  if (port !== undefined) return port === PORT && port !== 0 ? undefined : { port, host, isOptional: false };
  if (DATABASE_URL === undefined) return undefined;
  return { port: DEFAULT_METRICS_PORT, host: '127.0.0.1', isOptional: true };
}
