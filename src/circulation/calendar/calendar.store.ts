import type {
  CalendarEntry,
  ClosedDays,
  EntryKind,
  Repetition,
  SuspendingDays,
} from '../../domain/library-calendar.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';
import { TIME_ZONE, TODAY } from '../standing.store.js';

export interface EntryKey {
  readonly websiteId: number;
  readonly entryId: string;
}

export interface StoredEntry extends CalendarEntry {
  readonly entryId: string;
  /** No hold becomes ready on these days. */
  readonly suspendsHolds: boolean;
}

/** The calendar of a library, in the order of the first days. */
export async function findCalendar({ prisma }: Connection, websiteId: number): Promise<StoredEntry[]> {
  const rows = await prisma.calendarEntry.findMany({
    where: { websiteId },
    orderBy: [{ firstDay: 'asc' }, { entryId: 'asc' }],
    omit: { websiteId: true },
  });
  return rows.map(({ firstDay, lastDay, until, kind, repeats, ...entry }) => ({
    ...entry,
    kind: kind as EntryKind,
    from: dayOf(firstDay),
    to: dayOf(lastDay),
    repeats: repeats as Repetition | null,
    until: until && dayOf(until),
  }));
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export async function storeEntry(
  { prisma }: Connection,
  websiteId: number,
  { entryId, from, to, until, ...entry }: StoredEntry,
): Promise<void> {
  const row = {
    ...entry,
    firstDay: new Date(from),
    lastDay: new Date(to),
    until: until === null ? null : new Date(until),
  };
  await prisma.calendarEntry.upsert({
    where: { websiteId_entryId: { websiteId, entryId } },
    create: { websiteId, entryId, ...row },
    update: row,
    select: { entryId: true },
  });
}

export async function removeEntry({ prisma }: Connection, key: EntryKey): Promise<void> {
  await prisma.calendarEntry.deleteMany({ where: { ...key } });
}

/** No pickup that begins now ends later than so many days after its usual end. */
const DAYS_AHEAD = 1_000;

/** SQL for the entry `e`, as `CalendarDays` with a name. */
const DAYS = `'name', e.name, 'from', e.first_day, 'to', e.last_day, 'repeats', e.repeats, 'until', e.until`;

/** SQL for "the entry `e` is not over", and begins within so many days. */
const isWithin = (days: number): string =>
  `e.first_day <= service_now() + interval '${days} days' AND (e.until IS NULL OR e.until >= service_now() - interval '2 days')`;

/** SQL for the holidays and the closed days of the library $1 within two months; null without any. */
export const HOLIDAYS = `(
  SELECT json_agg(json_build_object(${DAYS})) FROM calendar_entry e
  WHERE e.website_id = $1 AND e.kind IN ('closed', 'holiday') AND ${isWithin(62)})`;

const closedDays = (condition: string): string => `(
  SELECT json_build_object('timeZone', ${TIME_ZONE}, 'days', json_agg(json_build_object(${DAYS})))
  FROM calendar_entry e
  WHERE e.website_id = $1 AND e.kind = 'closed' AND ${isWithin(DAYS_AHEAD)} AND ${condition}
  HAVING count(*) > 0)`;

/** SQL for `ClosedDays` of the library $1, as far as pickups that begin now may end on them; null if they end on any day. */
export const CLOSED_DAYS = closedDays(
  '(SELECT s.pickups_end_when_open FROM library_settings s WHERE s.website_id = $1) IS NOT FALSE',
);

/** SQL for `SuspendingDays` of the library $1; null without any. */
export const SUSPENDING_DAYS = closedDays('e.suspends_holds');

/** Null: the library suspends no holds. */
export const findSuspendingDays = lookup<{ suspending: SuspendingDays | null }>(
  'calendar-suspending-days',
  `SELECT ${SUSPENDING_DAYS} AS suspending`,
).oneValue('suspending', (websiteId: number) => [websiteId]);

/** Null: pickups end on any day. */
export const findClosedDays = statement<{ closed: ClosedDays | null }>(
  'calendar-closed-days',
  `SELECT ${CLOSED_DAYS} AS closed`,
).oneValue('closed', (websiteId: number) => [websiteId]);

/** The present day in the time zone of a library. */
export const findToday = statement<{ today: string; timeZone: string }>(
  'calendar-today',
  `SELECT ${TODAY}::text AS today, ${TIME_ZONE} AS "timeZone"`,
).one((websiteId: number) => [websiteId]);

/** The stored name of the job that follows a change of closed days. */
export const CLOSED_DAYS_CHANGED = 'closed-days-changed';

export interface ChangedClosedDays {
  readonly websiteId: number;
  /** Until when holds were suspended by the calendar before the change; null if it suspended none, or has not changed. */
  readonly suspendedUntil: string | null;
}

/** Adds the job. What waits for a library already is done with it. */
export const writeClosedDaysChanged = statement(
  'jobs-closed-days-changed',
  `SELECT FROM graphile_worker.add_job('${CLOSED_DAYS_CHANGED}', json_build_array($1::json), job_key => $2)`,
).execute((changed: ChangedClosedDays) => [
  JSON.stringify(changed),
  `${CLOSED_DAYS_CHANGED} ${changed.websiteId}`,
]);
