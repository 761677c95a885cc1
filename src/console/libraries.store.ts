import { groupSearch } from '../platform/database/library-groups.js';
import { type Connection, lookup } from '../platform/database/statement.js';

/** A library as the console names it. */
export interface NamedLibrary {
  readonly websiteId: number;
  readonly name: string;
}

/** The library that a page is about. */
export interface LibraryOfPage extends NamedLibrary {
  /** By its IANA name. */
  readonly timeZone: string;
}

const FIND = lookup<LibraryOfPage>(
  'console-library',
  `SELECT l.website_id AS "websiteId", l.name, COALESCE(s.notice_time_zone, 'UTC') AS "timeZone"
   FROM library l LEFT JOIN library_settings s ON s.website_id = $1 WHERE l.website_id = $1`,
);

export async function findLibrary(
  connection: Connection,
  websiteId: number,
): Promise<LibraryOfPage | undefined> {
  const [library] = await connection.run(FIND, [websiteId]);
  return library;
}

/** The rows: `NamedLibrary`, by name. */
export const LIBRARIES = groupSearch<NamedLibrary>(
  'console-libraries',
  0,
  (inGroup) => `
  SELECT website_id AS "websiteId", name FROM library WHERE ${inGroup} ORDER BY name, website_id`,
);
