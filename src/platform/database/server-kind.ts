import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;

/** One PostgreSQL, or a node of a Citus cluster: the coordinator, or a worker, which has the rows of some libraries. */
export type ServerKind = 'one-server' | 'coordinator' | 'worker-node';

/** @throws the driver's own error if the connection fails */
export async function findServerKind(databaseUrl: string): Promise<ServerKind> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Without a listener, a lost connection ends the process. The current statement fails with the same error.
  session.on('error', () => undefined);
  await session.connect();
  try {
    const { rowCount } = await session.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    if (rowCount === 0) return 'one-server';
    const { rows } = await session.query<{ yes: boolean }>('SELECT citus_is_coordinator() AS yes');
    return rows[0]?.yes === true ? 'coordinator' : 'worker-node';
  } finally {
    await session.end();
  }
}
