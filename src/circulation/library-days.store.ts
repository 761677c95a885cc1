import { readServiceTime } from '../platform/database/clock.store.js';
import { purgeOf } from '../platform/database/purge.js';
import { type Connection, statement } from '../platform/database/statement.js';

const LIBRARIES_AT_ONCE = 20;

/** Those whose figures are more than an hour old, and those that have none of today. */
const DUE = statement(
  'library-days-due',
  `SELECT l.website_id AS "websiteId" FROM library l
   WHERE NOT EXISTS (
     SELECT FROM library_day d WHERE d.website_id = l.website_id AND d.day = ((SELECT service_now()) AT TIME ZONE 'UTC')::date
       AND d.sampled_at > (SELECT service_now() - interval '1 hour'))
   LIMIT ${LIBRARIES_AT_ONCE}`,
);

/**
 * Reads counters where there are some: each queue has issued one ticket for each hold that was placed, and copies count their
 * loans. Two workers that sample at the same time write the same row.
 */
const SAMPLE = statement(
  'library-days-sample',
  `INSERT INTO library_day AS d (website_id, day, sampled_at, placed, live_holds, suspended, ready, longest_queue, copies_owned,
     copies_on_loan, loans_begun)
   SELECT $1::int, ($2::timestamptz AT TIME ZONE 'UTC')::date, $2::timestamptz, queues.placed, queues.live_holds,
     (SELECT count(*) FROM hold h WHERE h.website_id = $1 AND h.suspension_type IS NOT NULL),
     stock.set_aside, queues.longest, stock.owned, stock.on_loan, stock.loans_begun
   FROM (SELECT COALESCE(sum(q.next_ticket - 1), 0) AS placed, COALESCE(sum(q.live_holds), 0) AS live_holds,
           COALESCE(max(q.live_holds), 0) AS longest
         FROM title_queue q WHERE q.website_id = $1) queues
   CROSS JOIN (SELECT COALESCE(sum(c.owned), 0) AS owned, COALESCE(sum(c.on_loan), 0) AS on_loan,
                 COALESCE(sum(c.set_aside), 0) AS set_aside, COALESCE(sum(c.loans_begun), 0) AS loans_begun
               FROM copies c WHERE c.website_id = $1) stock
   ON CONFLICT (website_id, day) DO UPDATE SET sampled_at = EXCLUDED.sampled_at, placed = EXCLUDED.placed,
     live_holds = EXCLUDED.live_holds, suspended = EXCLUDED.suspended, ready = EXCLUDED.ready,
     longest_queue = EXCLUDED.longest_queue, copies_owned = EXCLUDED.copies_owned, copies_on_loan = EXCLUDED.copies_on_loan,
     loans_begun = EXCLUDED.loans_begun`,
);

/** Writes the figures of some libraries that have none of this hour. @returns of how many */
export async function sampleLibraries(connection: Connection): Promise<number> {
  const due = await connection.run<{ websiteId: number }>(DUE);
  if (due.length === 0) return 0;
  const now = await readServiceTime(connection);
  for (const { websiteId } of due) await connection.run(SAMPLE, [websiteId, now]);
  return due.length;
}

/** Charts compare this year with the last one. */
export const purgeDays = purgeOf({
  name: 'library-days-purge',
  table: 'library_day',
  key: { day: 'date' },
  find: `SELECT website_id, day::text AS day FROM library_day
    WHERE day < ((SELECT service_now() - interval '2 years') AT TIME ZONE 'UTC')::date ORDER BY day LIMIT $1`,
});

/** The figures of a library on one day, as they were last sampled. */
export interface LibraryDay {
  /** Such as 2026-11-22, in UTC. */
  readonly day: string;
  /** Holds placed on this day; null if nothing is known of the day before. */
  readonly placed: number | null;
  readonly liveHolds: number;
  readonly suspended: number;
  readonly ready: number;
  readonly longestQueue: number;
  readonly copiesOwned: number;
  readonly copiesOnLoan: number;
  /** Loans that began on this day; null if nothing is known of the day before. */
  readonly loansBegun: number | null;
  readonly mailsSent: number;
}

/** What was counted on a day `d`. A title that is deleted takes its tickets with it, so a difference may be negative. */
const sinceTheDayBefore = (counter: string): string => `
     (SELECT GREATEST(d.${counter} - b.${counter}, 0)::int FROM library_day b
      WHERE b.website_id = $1 AND b.day = d.day - 1 AND b.sampled_at IS NOT NULL
        AND d.${counter} - b.${counter} IS NOT NULL)`;

const FIND = statement(
  'library-days-find',
  `SELECT d.day::text AS day, d.live_holds AS "liveHolds", d.suspended, d.ready, d.longest_queue AS "longestQueue",
     d.copies_owned AS "copiesOwned", d.copies_on_loan AS "copiesOnLoan",
     d.mails_sent AS "mailsSent", ${sinceTheDayBefore('placed')} AS placed, ${sinceTheDayBefore('loans_begun')} AS "loansBegun"
   FROM library_day d
   WHERE d.website_id = $1 AND d.sampled_at IS NOT NULL AND d.day > ((SELECT service_now()) AT TIME ZONE 'UTC')::date - $2::int
   ORDER BY d.day`,
);

/** The last days of a library, oldest first. Days without a worker are missing. */
export function findLibraryDays(
  connection: Connection,
  websiteId: number,
  days: number,
): Promise<LibraryDay[]> {
  return connection.run<LibraryDay>(FIND, [websiteId, days]);
}
