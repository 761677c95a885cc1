import { statement } from '../../src/platform/database/statement.js';
import { rebuildCounters } from '../../src/doctor/repair.store.js';
import type { Reader, TestLibrary, TestTitle } from '../support/test-library.js';
import { WEBSITE_ID } from '../support/records.js';

/** Patrons of the crowd are numbered from here: those of the tests come before. */
const FIRST_PATRON = 1_000_000;

const PATRON_DIRECTORY = statement(
  'crowd-patron-directory',
  `INSERT INTO patron_directory (patron_id, website_id) SELECT ${FIRST_PATRON} + n, $1 FROM generate_series(1, $2::int) n`,
);

const PATRONS = statement(
  'crowd-patrons',
  `INSERT INTO patron (website_id, patron_id, category)
   SELECT $1, ${FIRST_PATRON} + n, CASE WHEN n % 5 = 0 THEN 'child' ELSE 'adult' END FROM generate_series(1, $2::int) n`,
);

/** Every ninth ticket is gone, every twentieth hold suspended. */
const HOLDS = statement(
  'crowd-holds',
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at, suspension_type)
   SELECT $1, q.reserve_id, n + n / 8 + 1, p.patron_id, p.category, 'reader@example.org', now(),
     CASE WHEN n % 20 = 0 THEN 'indefinite' END
   FROM unnest($2::uuid[], $3::int[]) AS q (reserve_id, length)
   CROSS JOIN LATERAL generate_series(1, q.length) n
   JOIN patron p ON p.website_id = $1 AND p.patron_id = ${FIRST_PATRON} + n`,
);

const NO_FOREIGN_KEYS = statement('crowd-no-foreign-keys', 'SET LOCAL session_replication_role = replica');
const ANALYZE = statement('crowd-analyze', 'VACUUM ANALYZE');

interface Crowded {
  readonly reserveId: string;
  readonly length: number;
}

/**
 * Puts a crowd in line for each title, by a few statements and not by requests; then has the planner look and the rest be done
 * that autovacuum would do by and by, on a slow machine in the middle of a test.
 */
export async function crowdInLine(library: TestLibrary, queues: readonly Crowded[]): Promise<void> {
  const { database } = library.service;
  const longest = Math.max(...queues.map(({ length }) => length));
  const reserveIds = queues.map(({ reserveId }) => reserveId);
  const lengths = queues.map(({ length }) => length);
  await database.transaction(async (connection) => {
    await connection.run(NO_FOREIGN_KEYS);
    await connection.run(PATRON_DIRECTORY, [WEBSITE_ID, longest]);
    await connection.run(PATRONS, [WEBSITE_ID, longest]);
    await connection.run(HOLDS, [WEBSITE_ID, reserveIds, lengths]);
    await rebuildCounters(connection);
  });
  await database.run(ANALYZE);
}

/** Where the patron's own collections tell how available a title is. */
export async function availabilityPath(reader: Reader, { reserveId }: TestTitle): Promise<string> {
  const { body } = await reader.profile();
  return `/v1/collections/${String(body.collectionToken)}/products/${reserveId}/availability`;
}
