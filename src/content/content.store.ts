import { type Connection, lookup } from '../platform/database/statement.js';

const FIND_TITLE = lookup<NamedTitle>(
  'content-find-title',
  'SELECT title, now() AS now FROM title WHERE reserve_id = $1',
);

/** A title's name, and the database's own time. */
export interface NamedTitle {
  readonly title: string;
  readonly now: Date;
}

export async function findTitle(connection: Connection, reserveId: string): Promise<NamedTitle | undefined> {
  const [found] = await connection.run(FIND_TITLE, [reserveId]);
  return found;
}

const FRAME_ORIGINS = lookup<{ origin: string }>(
  'content-frame-origins',
  `SELECT DISTINCT origin FROM library_settings CROSS JOIN LATERAL unnest(content_frame_origins) AS origin
   WHERE ($1::int IS NULL OR website_id = $1) ORDER BY origin LIMIT 100`,
);

/** The sites that may show a page of the library's in a frame; of any library, where a page is no library's own. */
export async function findFrameOrigins(connection: Connection, websiteId?: number): Promise<string[]> {
  const rows = await connection.run(FRAME_ORIGINS, [websiteId ?? null]);
  return rows.map(({ origin }) => origin);
}
