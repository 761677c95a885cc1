import { readServiceTime } from '../platform/database/clock.store.js';
import type { Database } from '../platform/database/database.js';
import { purgeOf } from '../platform/database/purge.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { DAY_MS } from '../domain/durations.js';

/** Few enough that no statement takes long where each has 50,000 queues, and enough that a thousand take few statements. */
const LIBRARIES_AT_ONCE = 50;

/** The libraries without figures of the last hour, or without figures of today. */
const DUE = statement<{ websiteId: number }>(
  'library-days-due',
  `SELECT l.website_id AS "websiteId" FROM library l
   WHERE NOT EXISTS (
     SELECT FROM library_day d WHERE d.website_id = l.website_id AND d.day = ((SELECT service_now()) AT TIME ZONE 'UTC')::date
       AND d.sampled_at > (SELECT service_now() - interval '1 hour'))
   LIMIT ${LIBRARIES_AT_ONCE}`,
);

const IS_DUE = 'website_id = ANY ($1::int[])';

/**
 * Reads counters where there are some: each queue has issued one ticket for each hold that was placed, and copies count their loans. Two
 * workers that sample at the same time write the same rows.
 */
const SAMPLE = statement(
  'library-days-sample',
  `INSERT INTO library_day AS d (website_id, day, sampled_at, placed, live_holds, suspended, ready, longest_queue, copies_owned,
     copies_on_loan, loans_begun)
   SELECT l.website_id, ($2::timestamptz AT TIME ZONE 'UTC')::date, $2::timestamptz, COALESCE(queues.placed, 0),
     COALESCE(queues.live_holds, 0), COALESCE(holds.suspended, 0), COALESCE(stock.set_aside, 0), COALESCE(queues.longest, 0),
     COALESCE(stock.owned, 0), COALESCE(stock.on_loan, 0), COALESCE(stock.loans_begun, 0)
   FROM (SELECT website_id FROM library WHERE ${IS_DUE}) l
   LEFT JOIN (SELECT website_id, sum(next_ticket - 1) AS placed, sum(live_holds) AS live_holds, max(live_holds) AS longest
              FROM title_queue WHERE ${IS_DUE} GROUP BY website_id) queues ON queues.website_id = l.website_id
   LEFT JOIN (SELECT website_id, count(*) AS suspended FROM hold WHERE ${IS_DUE} AND suspension_type IS NOT NULL
              GROUP BY website_id) holds ON holds.website_id = l.website_id
   LEFT JOIN (SELECT website_id, sum(owned) AS owned, sum(on_loan) AS on_loan, sum(set_aside) AS set_aside,
                sum(loans_begun) AS loans_begun
              FROM copies WHERE ${IS_DUE} GROUP BY website_id) stock ON stock.website_id = l.website_id
   ORDER BY l.website_id
   ON CONFLICT (website_id, day) DO UPDATE SET sampled_at = EXCLUDED.sampled_at, placed = EXCLUDED.placed,
     live_holds = EXCLUDED.live_holds, suspended = EXCLUDED.suspended, ready = EXCLUDED.ready,
     longest_queue = EXCLUDED.longest_queue, copies_owned = EXCLUDED.copies_owned, copies_on_loan = EXCLUDED.copies_on_loan,
     loans_begun = EXCLUDED.loans_begun`,
);

/**
 * Writes the figures of some libraries that have none of this hour.
 * @returns how many libraries
 */
export async function sampleLibraries(connection: Connection): Promise<number> {
  const due = await connection.run(DUE);
  if (due.length === 0) return 0;
  const now = await readServiceTime(connection);
  await connection.run(SAMPLE, [due.map(({ websiteId }) => websiteId), now]);
  return due.length;
}

/** Charts compare this year with the last one. */
export const purgeDays = purgeOf({
  task: 'old-library-days',
  table: 'library_day',
  key: { day: 'date' },
  find: `SELECT website_id, day::text AS day FROM library_day
    WHERE day < ((SELECT service_now() - interval '2 years') AT TIME ZONE 'UTC')::date ORDER BY day LIMIT $1`,
});

/** The figures of a library on one day, as last sampled. */
export interface LibraryDay {
  /** In UTC, such as 2026-11-22. */
  readonly day: string;
  /** Holds placed on this day; null if the day before has no figures. */
  readonly placed: number | null;
  readonly liveHolds: number;
  readonly suspended: number;
  readonly ready: number;
  readonly longestQueue: number;
  readonly copiesOwned: number;
  readonly copiesOnLoan: number;
  /** Loans that began on this day; null if the day before has no figures. */
  readonly loansBegun: number | null;
  readonly mailsSent: number;
}

/** The last days of a library, oldest first. Days on which no worker ran are missing. */
export async function findLibraryDays(
  database: Database,
  websiteId: number,
  days: number,
): Promise<LibraryDay[]> {
  const now = await readServiceTime(database);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const dayBefore = new Date(today - days * DAY_MS);
  const rows = await database.prisma.libraryDay.findMany({
    where: { websiteId, day: { gte: dayBefore }, sampledAt: { not: null } },
    orderBy: { day: 'asc' },
    omit: { websiteId: true, sampledAt: true },
  });
  const byDay = new Map(rows.map((row) => [row.day.getTime(), row]));
  return rows
    .filter(({ day }) => day > dayBefore)
    .map(({ day, placed, loansBegun, ...figures }) => {
      const before = byDay.get(day.getTime() - DAY_MS);
      return {
        day: day.toISOString().slice(0, 10),
        ...figures,
        placed: sinceTheDayBefore(placed, before?.placed),
        loansBegun: sinceTheDayBefore(loansBegun, before?.loansBegun),
      };
    });
}

/** The difference may be negative: a title that is deleted takes its tickets with it. */
function sinceTheDayBefore(counter: bigint | null, before: bigint | null | undefined): number | null {
  return counter === null || before == null ? null : Math.max(0, Number(counter - before));
}
