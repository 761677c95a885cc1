import pg from 'pg';
import { DatabaseSocket } from './connections/database-socket.js';

/** For work that no request waits for. */
export const PATIENT_CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection outside of every pool. The caller ends it.
 * @throws the driver's own error if the connection fails
 */
export async function connectClient(databaseUrl: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: PATIENT_CONNECT_TIMEOUT_MS,
    stream: () => new DatabaseSocket(),
    ...config,
  });
  // Without a listener, a lost connection ends the process. The current statement fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs `work` on a connection outside of every pool, and ends it. @throws the driver's own error if the connection fails */
export async function withClient<Result>(
  databaseUrl: string,
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectClient(databaseUrl, config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
