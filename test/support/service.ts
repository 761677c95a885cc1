import type { AddressInfo } from 'node:net';
import { saveToken, newToken } from '../../src/access/tokens.store.js';
import { createApplication } from '../../src/application.js';
import { importRecords } from '../../src/records/records-import.js';
import { readConfig } from '../../src/platform/config.js';
import { Database, type DatabaseOptions } from '../../src/platform/database/database.js';
import { PatronClient } from './client.js';
import { freshDatabase, PATIENT } from './database.js';
import type { TestRecord } from './records.js';

/** Where the service says it is: unlike where it listens, so that a test sees hrefs that were taken from a Host header. */
export const PUBLIC_URL = 'https://holds.example.org';
export const CATALOG_URL = 'https://catalog.example.org';

/** Outlives whatever a test does to the clock. */
const TOKEN_SECONDS = 10 * 365 * 24 * 3600;

/** A running service with a database of its own. */
export interface ServiceUnderTest {
  /** Where it really listens. */
  readonly url: string;
  readonly databaseUrl: string;
  /** A pool of the test's own on the service's database. */
  readonly database: Database;
  /** @throws when a record is rejected */
  import(...records: TestRecord[]): Promise<void>;
  /** A client with a new token of this patron. */
  signIn(patronId: number): Promise<PatronClient>;
  close(): Promise<void>;
}

export async function startService(
  records: readonly TestRecord[] = [],
  settings: Readonly<Record<string, string>> = {},
  /** How long the service waits for its database; {} is as in production, for tests of just that. */
  waits: Pick<DatabaseOptions, 'statementTimeout' | 'connectTimeout'> = PATIENT,
): Promise<ServiceUnderTest> {
  const testDatabase = await freshDatabase();
  const database = new Database({ url: testDatabase.url, poolSize: 5, ...PATIENT });
  const config = readConfig({
    DATABASE_URL: testDatabase.url,
    PUBLIC_URL,
    CATALOG_URL,
    LOG_LEVEL: 'silent',
    // Timers and mail run where a test asks for them.
    ROLE: 'api',
    ...settings,
  });
  const app = await createApplication(
    config,
    new Database({ url: config.databaseUrl ?? testDatabase.url, poolSize: config.poolSize, ...waits }),
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

export async function tokenOf(database: Database, patronId: number): Promise<string> {
  const token = newToken();
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
  await importRecords(asStream(lines), database, { onRejected });
  if (rejections.length > 0)
    throw new Error(`The records of this test were rejected: ${rejections.join('; ')}`);
}

async function* asStream(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield await Promise.resolve(line);
}
