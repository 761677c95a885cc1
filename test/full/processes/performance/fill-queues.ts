import { rebuildCounters } from '../../../../src/cli/doctor/repair.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { WEBSITE_ID } from '../../../support/records.js';
import type { TestLibrary } from '../../../support/test-library.js';

/** Higher than the numbers of the patrons that tests add one by one. */
const FIRST_PATRON = 1_000_000;

const PATRON_DIRECTORY = statement(
  'test-fill-patron-directory',
  `INSERT INTO patron_directory (patron_id, website_id) SELECT ${FIRST_PATRON} + n, $1 FROM generate_series(1, $2::int) n`,
);

const PATRONS = statement(
  'test-fill-patrons',
  `INSERT INTO patron (website_id, patron_id, category)
   SELECT $1, ${FIRST_PATRON} + n, CASE WHEN n % 5 = 0 THEN 'child' ELSE 'adult' END FROM generate_series(1, $2::int) n`,
);

/** Without every ninth ticket, and with every twentieth hold suspended. */
const HOLDS = statement(
  'test-fill-holds',
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at, suspension_type)
   SELECT $1, q.reserve_id, n + n / 8 + 1, p.patron_id, p.category, 'reader@example.org', now(),
     CASE WHEN n % 20 = 0 THEN 'indefinite' END
   FROM unnest($2::uuid[], $3::int[]) AS q (reserve_id, length)
   CROSS JOIN LATERAL generate_series(1, q.length) n
   JOIN patron p ON p.website_id = $1 AND p.patron_id = ${FIRST_PATRON} + n`,
);

const NO_FOREIGN_KEYS = statement('test-no-foreign-keys', 'SET LOCAL session_replication_role = replica');
const ANALYZE = statement('test-analyze', 'VACUUM ANALYZE');

interface QueueLength {
  readonly reserveId: string;
  readonly length: number;
}

/**
 * Adds holds to each queue, with a few statements instead of requests. Then it vacuums and analyzes, which autovacuum would
 * otherwise do in the middle of a test.
 */
export async function fillQueues(library: TestLibrary, queues: readonly QueueLength[]): Promise<void> {
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
