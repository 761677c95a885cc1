import { commandLine } from './called-as.js';
import { CommandFailed } from './command-failed.js';

/** What error codes of PostgreSQL and of the system mean when the program starts. */
const REASONS: Readonly<Record<string, (user: string) => string>> = {
  '28P01': (user) => `it refuses the password of user ${user}`,
  '28000': (user) => `it does not allow user ${user} to connect from here`,
  '3D000': () => 'the server has no database of this name',
  '42501': (user) =>
    `user ${user} lacks a permission there, which \`${commandLine('migrate')}\` grants with MIGRATION_DATABASE_URL, the address of ` +
    'the user who owns the database',
  '53300': () => 'it has no connection left',
  '55P03': () => 'a table is in use for longer than this waits, such as by a backup: run it again later',
  '57P03': () => 'it is starting up or shutting down',
  ENOENT: () => "there is no such file: the server's socket, or a certificate that the address names",
  EACCES: () => 'this process may not use a file that the address names',
  EISDIR: () => 'the address names a folder where a file should be',
  ENOTDIR: () => 'the address names a file in another file',
  ECONNREFUSED: () => 'nothing listens there',
  ECONNRESET: () => 'it closed the connection',
  ENOTFOUND: () => 'no host has this name',
  EAI_AGAIN: () => 'the name of the host cannot be looked up now',
  EHOSTUNREACH: () => 'no network route leads to this host',
  ENETUNREACH: () => 'no network route leads to this host',
  ETIMEDOUT: () => 'it does not answer',
};

/** Errors of the driver and of Node that only their message identifies. */
const REASONS_BY_MESSAGE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^unsupported startup parameter/, 'it is a pooler: add ?pgbouncer=true to its address'],
  [/^timeout expired$/, 'it does not answer'],
  [/^Connection terminated/, 'it closed the connection'],
  [/client password must be a string/, 'it requires a password, and DATABASE_URL has none'],
  [/does not support SSL/, 'it does not offer TLS, which DATABASE_URL asks for'],
  [/certificate|self.signed/i, 'its TLS certificate is not valid'],
];

/**
 * Explains in one sentence why the database at this address cannot be used, without the address's password and query.
 * @returns `error` itself if it has another cause
 */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error;
  const address = addressIn(databaseUrl);
  const reason = reasonOf(error, address.user);
  if (reason === undefined) return error;
  return new CommandFailed(`The database ${address.database} at ${address.host} cannot be used: ${reason}.`, {
    cause: error,
  });
}

function reasonOf(error: Error, user: string): string | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    REASONS[code]?.(user) ??
    REASONS_BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1] ??
    (/^(?:08|28|53|57)/.test(code) ? `it answers with the error ${code}` : undefined)
  );
}

/** Reads the address as the driver does: the query may name the host, such as the folder of a Unix socket. */
function addressIn(databaseUrl: string): { host: string; database: string; user: string } {
  const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname || 'localhost');
  const user = decodeURIComponent(username) || 'of this process';
  return {
    host: host.startsWith('/') ? host : `${host}:${port || (searchParams.get('port') ?? '5432')}`,
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  };
}
