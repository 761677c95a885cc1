import { type Connection, lookup } from '../platform/database/statement.js';

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
