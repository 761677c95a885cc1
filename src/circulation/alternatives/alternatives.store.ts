import type { Hold } from '../../domain/holds/hold.js';
import type { Queue } from '../../domain/holds/queue.js';
import type { PatronKey } from '../../domain/patron.js';
import { columnTable, inEachLibrary } from '../../platform/database/by-library.js';
import { bulkStatement, type Connection, statement } from '../../platform/database/statement.js';
import { ENDED_BY_TIME, endedByTime } from '../hold-row.store.js';
import { holdEvent, traceWith } from '../hold-trace.store.js';

/** SQL for "the hold `o` is another alternative to the hold `h`". Both are of the library $1. */
export const IS_ALTERNATIVE =
  'o.website_id = $1 AND o.patron_id = h.patron_id AND o.alternatives_id = h.alternatives_id AND o.reserve_id <> h.reserve_id';

/** SQL for the number of holds `h` that counts against a limit: alternatives count as one. */
export const COUNTED_HOLDS = 'count(DISTINCT COALESCE(h.alternatives_id, h.reserve_id))::int';

/** The queues of a patron's holds that are alternatives to each other, without those that time has ended, in the order of their numbers. */
export const findQueuesOfAlternatives = statement<Queue>(
  'alternatives-queues',
  `SELECT h.website_id AS "websiteId", h.reserve_id AS "reserveId" FROM hold h JOIN library l USING (website_id)
   WHERE h.website_id = $1 AND h.patron_id = $2 AND h.alternatives_id = $3 AND NOT ${ENDED_BY_TIME} ORDER BY h.reserve_id`,
).all(({ websiteId, patronId }: PatronKey, alternativesId: string) => [websiteId, patronId, alternativesId]);

/** Whether the hold has alternatives that time has not ended. */
export const hasAlternatives = statement<{ hasSome: boolean }>(
  'alternatives-has-some',
  `SELECT EXISTS (
     SELECT FROM hold h JOIN hold o ON ${IS_ALTERNATIVE} JOIN library l ON l.website_id = $1
     WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket = $3 AND NOT ${endedByTime('o')}) AS "hasSome"`,
).isTrue('hasSome', ({ websiteId, reserveId }: Queue, { ticket }: Hold) => [websiteId, reserveId, ticket]);

const GIVEN = columnTable({ patronId: 'int', reserveId: 'uuid' });

const FIND_FOR_EACH = bulkStatement<PatronKey & Queue>(`
  SELECT DISTINCT o.website_id AS "websiteId", o.patron_id AS "patronId", o.reserve_id AS "reserveId"
  FROM ${GIVEN.sql} JOIN hold h ON h.website_id = $1 AND h.patron_id = given.patron_id AND h.reserve_id = given.reserve_id
  JOIN hold o ON ${IS_ALTERNATIVE}
  ORDER BY 3, 2`);

/** The alternatives to the holds of locked patrons on these titles: each with its patron. */
export async function findAlternatives(
  connection: Connection,
  holds: readonly (PatronKey & Queue)[],
): Promise<(PatronKey & Queue)[]> {
  const found: (PatronKey & Queue)[] = [];
  await inEachLibrary(holds, async (websiteId, own) => {
    found.push(
      ...(await connection.run(FIND_FOR_EACH, [websiteId, JSON.stringify(own, [...GIVEN.members])])),
    );
  });
  return found;
}

const MAKE_LOCKABLE = statement(
  'alternatives-make-lockable',
  `INSERT INTO pace (website_id, patron_id) VALUES ($1, $2) ON CONFLICT (website_id, patron_id) DO NOTHING`,
);

const JOIN = statement(
  'alternatives-join',
  `UPDATE hold h SET alternatives_id = $3, trace = ${traceWith(holdEvent('alternative-chosen'))}
   WHERE website_id = $1 AND patron_id = $2 AND reserve_id = ANY ($4::uuid[]) AND alternatives_id IS DISTINCT FROM $3`,
);

/** Makes holds of a locked patron, in locked queues, alternatives to each other; and makes the row that is locked while one of them gets a copy. */
export async function joinAlternatives(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  alternativesId: string,
  queues: readonly Queue[],
): Promise<void> {
  const reserveIds = queues.map(({ reserveId }) => reserveId);
  await Promise.all([
    connection.run(MAKE_LOCKABLE, [websiteId, patronId]),
    connection.run(JOIN, [websiteId, patronId, alternativesId, reserveIds]),
  ]);
}

/** The title of this hold is wanted in any case. The others stay alternatives to each other. */
export const leaveAlternatives = statement(
  'alternatives-leave',
  `UPDATE hold h SET alternatives_id = NULL, trace = ${traceWith(holdEvent('alternatives-left'))}
   WHERE website_id = $1 AND reserve_id = $2 AND ticket = $3`,
).execute(({ websiteId, reserveId }: Queue, { ticket }: Hold) => [websiteId, reserveId, ticket]);
