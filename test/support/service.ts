import type { AddressInfo } from 'node:net';
import { newSecret, saveToken } from '../../src/access/tokens/tokens.store.js';
import { type Config, readConfig } from '../../src/platform/settings/config.js';
import type { Constants } from '../../src/platform/settings/constants.js';
import { Database, type DatabaseOptions } from '../../src/platform/database/database.js';
import { PatronClient } from './client.js';
import { freshDatabase, IS_CLUSTER, NO_TIMEOUTS } from './database.js';
import { importRecords } from './runs/import-under-test.js';
import type { TestRecord } from './records.js';
import { OPERATOR_TOKEN } from './sandbox-clock.js';

/** Not where the service listens, so that tests notice hrefs that come from a Host header. */
export const PUBLIC_URL = 'https://holds.example.org';
export const CATALOG_URL = 'https://catalog.example.org';

/** Tests send more requests, and more wrong PINs, than people do. What they are not about must not refuse them. */
export const NO_LIMITS = {
  REQUESTS_PER_PATRON: '0',
  REQUESTS_PER_CLIENT: '0',
  REQUESTS_PER_ADDRESS: '0',
  WRONG_PINS_PER_CLIENT: '0',
  WRONG_PINS_PER_ADDRESS: '0',
};
const NO_RATES = { requestsPerApiToken: 0, wrongSecretsPerClient: 0, wrongTokensPerAddress: 0 };

/** Long enough for any test that moves the clock. */
const TOKEN_SECONDS = 10 * 365 * 24 * 3600;

/** A running service with its own database. */
export interface ServiceUnderTest {
  /** Where the service listens. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The test's pool on the service's database. */
  readonly database: Database;
  /** @throws when a record is rejected */
  import(...records: TestRecord[]): Promise<void>;
  /** A client with a new token for this patron. */
  signIn(patronId: number): Promise<PatronClient>;
  close(): Promise<void>;
}

let shared: Promise<ServiceUnderTest> | undefined;

/** The service of all files that a worker runs, with one database: a test's library keeps it apart from the others. It ends with the worker. */
export function sharedService(): Promise<ServiceUnderTest> {
  shared ??= startService([], { OPERATOR_TOKEN }).then((service) => ({
    ...service,
    close: () => Promise.resolve(),
  }));
  return shared;
}

export async function startService(
  records: readonly TestRecord[] = [],
  settings: Readonly<Record<string, string>> = {},
  /** How long the service waits for its database; {} means as in production. */
  timeouts: Pick<DatabaseOptions, 'statementTimeout' | 'connectTimeout'> = NO_TIMEOUTS,
  constants: Partial<Constants> = {},
): Promise<ServiceUnderTest> {
  const testDatabase = await freshDatabase();
  const database = new Database({ url: testDatabase.url, poolSize: 5, ...NO_TIMEOUTS });
  const given = readConfig({
    DATABASE_URL: testDatabase.url,
    PUBLIC_URL,
    CATALOG_URL,
    LOG_LEVEL: 'silent',
    // The default of PORT: health and metrics are with everything else.
    METRICS_PORT: '8080',
    // Timers and mail run only where a test asks for them.
    ROLE: 'api',
    ...NO_LIMITS,
    ...settings,
  });
  const config: Config = { ...given, ...NO_RATES, ...constants };
  // Only here, because tests of processes need much of this module, and not the application.
  const { createApplication } = await import('../../src/application.js');
  const app = await createApplication(
    config,
    new Database({
      url: config.databaseUrl ?? testDatabase.url,
      poolSize: config.poolSize,
      ...timeouts,
      customPlans: IS_CLUSTER,
    }),
  );
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  await importAll(database, records);
  return {
    url,
    databaseUrl: testDatabase.url,
    database,
    import: (...more) => importAll(database, more),
    signIn: async (patronId) => new PatronClient(url, await tokenOf(database, patronId)),
    close: async () => {
      await app.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** The path of an href from an answer, whose origin is not where the service listens. */
export function pathOf(href: string): string {
  const base = [CATALOG_URL, PUBLIC_URL].find((url) => href.startsWith(`${url}/`));
  if (base === undefined) throw new Error(`${href} is not an address of the service.`);
  return href.slice(base.length);
}

export async function tokenOf(database: Database, patronId: number): Promise<string> {
  const token = newSecret();
  if (!(await saveToken(database, token, patronId, TOKEN_SECONDS)))
    throw new Error(`There is no patron ${patronId}.`);
  return token;
}

export async function importAll(database: Database, records: readonly TestRecord[]): Promise<void> {
  const rejections: string[] = [];
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const onRejected = ({ line, message }: { line: number; message: string }): void => {
    rejections.push(`line ${line}: ${message}`);
  };
  // Identity providers of tests are on this machine.
  const outbound = { privateNetworks: ['127.0.0.1'] };
  await importRecords(asStream(lines), database, { onRejected }, outbound);
  if (rejections.length > 0)
    throw new Error(`The service rejected records of this test: ${rejections.join('; ')}`);
}

async function* asStream(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}
