import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectClient } from '../client.js';

/** What a database address gives its clients: all of it PostgreSQL itself, less a pooler such as PgBouncer. */
export interface ServerAddress {
  /** What becomes of the settings with which a session starts. */
  readonly startSettings: 'kept' | 'ignored' | 'refused';
  /** Whether a connection has a session of its own until it closes. Otherwise it has one for each transaction. */
  readonly keepsSessions: boolean;
  readonly keepsPreparedStatements: boolean;
}

const POSTGRESQL: ServerAddress = {
  startSettings: 'kept',
  keepsSessions: true,
  keepsPreparedStatements: true,
};

/** For the second connection, which waits if the first one keeps the only session. */
const ANSWER_TIMEOUT_MS = 2_000;
/** Between two looks, other clients may have taken the session. */
const MAX_LOOKS = 20;
/** No other client sets this value. */
const PROBE_TIMEOUT_MS = 54_321;

/** Finds out by trying, as poolers do not say what they are. @throws the driver's errors */
export async function inspectAddress(url: string): Promise<ServerAddress> {
  const startSettings = await tryStartSettings(url);
  if (startSettings === 'kept') return POSTGRESQL;
  const [first, second] = [await connect(url), await connect(url)];
  try {
    return { startSettings, ...(await trySessions(first, second)) };
  } finally {
    await Promise.all([close(first), close(second)]);
  }
}

async function tryStartSettings(url: string): Promise<ServerAddress['startSettings']> {
  let client: pg.Client | undefined;
  try {
    client = await connect(withStatementTimeout(url, PROBE_TIMEOUT_MS));
    const { rows } = await client.query<{ kept: string }>(
      `SELECT setting AS kept FROM pg_settings WHERE name = 'statement_timeout'`,
    );
    return rows[0]?.kept === String(PROBE_TIMEOUT_MS) ? 'kept' : 'ignored';
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsupported startup parameter')) return 'refused';
    throw error;
  } finally {
    if (client !== undefined) await close(client);
  }
}

type Kept = Pick<ServerAddress, 'keepsSessions' | 'keepsPreparedStatements'>;

/**
 * A session that the first connection has just used is the one that a pooler gives to the second. If that one gets it, the
 * first has not kept it; and if a statement's name is taken then, the pooler does not tell their statements apart.
 */
async function trySessions(first: pg.Client, second: pg.Client): Promise<Kept> {
  let keepsSessions = true;
  let seen: number | undefined;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const name = `holdfast-probe-${randomBytes(8).toString('hex')}`;
    const mine = await useSession(first, { name, text: 'SELECT 1' });
    keepsSessions &&= seen === undefined || seen === mine.pid;
    seen = mine.pid;
    const other = await useSession(second, { name, text: 'SELECT 2' }).catch(keepsTheOnlySession);
    if (other === undefined) break;
    if (other.pid === mine.pid) return { keepsSessions: false, keepsPreparedStatements: !other.isNameTaken };
  }
  return { keepsSessions, keepsPreparedStatements: true };
}

/** The second connection got no session while it waited. */
function keepsTheOnlySession(error: unknown): undefined {
  if (error instanceof pg.DatabaseError) throw error;
}

const STATEMENT_EXISTS = '42P05';

async function useSession(
  client: pg.Client,
  statement: { readonly name: string; readonly text: string },
): Promise<{ pid: number | undefined; isNameTaken: boolean }> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const isNameTaken = await client.query(statement).then(
    () => false,
    (error: unknown) => error instanceof pg.DatabaseError && error.code === STATEMENT_EXISTS,
  );
  await client.query('ROLLBACK');
  return { pid: rows[0]?.pid, isNameTaken };
}

/** The address may have one of its own. */
function withStatementTimeout(url: string, milliseconds: number): string {
  const changed = new URL(url);
  changed.searchParams.set('statement_timeout', String(milliseconds));
  return changed.href;
}

function connect(url: string): Promise<pg.Client> {
  return connectClient(url, { query_timeout: ANSWER_TIMEOUT_MS });
}

async function close(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}
