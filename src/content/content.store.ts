import { type Connection, lookup } from '../platform/database/statement.js';

const READ_TIME = lookup('content-read-time', 'SELECT now() AS now');

/**
 * The database's own time. A content server compares the end of a link with its own clock, which does not move when a
 * sandbox moves the service's; and the processes of the service share the database's clock.
 */
export async function readTime(connection: Connection): Promise<Date> {
  const [time] = await connection.run<{ now: Date }>(READ_TIME);
  if (time === undefined) throw new Error('The database did not tell the time.');
  return time.now;
}

const FIND_TITLE = lookup(
  'content-find-title',
  'SELECT title, now() AS now FROM title WHERE reserve_id = $1',
);

/** A title's name, and the database's own time. */
export interface NamedTitle {
  readonly title: string;
  readonly now: Date;
}

export async function findTitle(connection: Connection, reserveId: string): Promise<NamedTitle | undefined> {
  const [found] = await connection.run<NamedTitle>(FIND_TITLE, [reserveId]);
  return found;
}
