import { type Connection, statement } from '../platform/database/statement.js';

/** A library in which a patron can sign in. */
export interface NamedLibrary {
  readonly websiteId: number;
  readonly name: string;
}

/** More would be no list to choose from: a library then links to the shelf with its own number. */
const MAX_LIBRARIES = 500;

const LIST = statement<NamedLibrary>(
  'shelf-libraries',
  `SELECT website_id AS "websiteId", name FROM library ORDER BY lower(name), website_id LIMIT ${MAX_LIBRARIES}`,
);

export function listLibraries(connection: Connection): Promise<NamedLibrary[]> {
  return connection.run(LIST);
}

const FIND = statement<NamedLibrary>(
  'shelf-find-library',
  'SELECT website_id AS "websiteId", name FROM library WHERE website_id = $1',
);

export async function findLibrary(
  connection: Connection,
  websiteId: number,
): Promise<NamedLibrary | undefined> {
  const [library] = await connection.run(FIND, [websiteId]);
  return library;
}
