import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Closure, closureNow, opensAgain, reopening } from '../../domain/library-calendar.js';
import type { Connection } from '../../platform/database/statement.js';
import { outdateWaits } from '../../platform/database/stored-waits.store.js';
import {
  type EntryKey,
  findCalendar,
  findSuspendingDays,
  findToday,
  removeEntry,
  type StoredEntry,
  storeEntry,
  writeClosedDaysChanged,
} from './calendar.store.js';

export { type EntryKey, findCalendar, type StoredEntry } from './calendar.store.js';

export const MAX_ENTRIES = 1_000;

/** What has become of an entry, or why it is not stored. */
export type PutEntry = 'added' | 'changed' | 'unchanged' | { readonly problem: string };

/** Adds entries with different ids to the calendar of a locked library, or replaces those that have their ids. */
export async function putEntries(
  connection: Connection,
  websiteId: number,
  entries: readonly StoredEntry[],
): Promise<PutEntry[]> {
  const before = await findCalendar(connection, websiteId);
  const now = await findToday(connection, websiteId);
  const after = new Map(before.map((entry) => [entry.entryId, entry]));
  const outcomes: PutEntry[] = [];
  for (const entry of entries) {
    const outcome = outcomeOf(entry, after, now.today);
    outcomes.push(outcome);
    if (outcome === 'added' || outcome === 'changed') {
      after.set(entry.entryId, entry);
      await storeEntry(connection, websiteId, entry);
    }
    // A thousand looks into a calendar of a thousand entries in a row would keep requests waiting.
    await setImmediate();
  }
  if (outcomes.some((outcome) => outcome === 'added' || outcome === 'changed'))
    await followChange(connection, { websiteId, ...now }, before, [...after.values()]);
  return outcomes;
}

function outcomeOf(entry: StoredEntry, entries: ReadonlyMap<string, StoredEntry>, today: string): PutEntry {
  const stored = entries.get(entry.entryId);
  if (isDeepStrictEqual(stored, entry)) return 'unchanged';
  if (stored === undefined && entries.size >= MAX_ENTRIES)
    return { problem: `the library has ${MAX_ENTRIES} entries in its calendar, which are the most` };
  const closed = [...entries.values(), entry].filter(isClosed).filter((each) => each !== stored);
  if (isClosed(entry) && !opensAgain(closed, entry, today))
    return { problem: 'the library would not be open for more than two years: a pickup must end' };
  return stored === undefined ? 'added' : 'changed';
}

/** Removes an entry of a locked library, if it is there. Holds that are suspended because of it are resumed. */
export async function takeOutEntry(connection: Connection, key: EntryKey): Promise<boolean> {
  const before = await findCalendar(connection, key.websiteId);
  const after = before.filter(({ entryId }) => entryId !== key.entryId);
  if (after.length === before.length) return false;
  await removeEntry(connection, key);
  const now = await findToday(connection, key.websiteId);
  await followChange(connection, { ...key, ...now }, before, after);
  return true;
}

type Today = Awaited<ReturnType<typeof findToday>>;

const isClosed = ({ kind }: StoredEntry): boolean => kind === 'closed';

/** Estimates are computed anew. A job extends the pickups that would end on closed days, and resumes what is no longer suspended. */
async function followChange(
  connection: Connection,
  { websiteId, ...now }: { readonly websiteId: number } & Today,
  ...calendars: [before: readonly StoredEntry[], after: readonly StoredEntry[]]
): Promise<void> {
  await outdateWaits(connection, websiteId);
  const [before, after] = calendars.map((entries) => new Set(entries.filter(isClosed)));
  if (isDeepStrictEqual(before, after)) return;
  const [was, is] = calendars.map((entries) => suspendedUntil(entries, now)?.toISOString() ?? null);
  await writeClosedDaysChanged(connection, { websiteId, suspendedUntil: was === is ? null : was! });
}

/** The closure that may have suspended some of these holds of a library; undefined: none has. */
export async function closureOfHolds(
  connection: Connection,
  websiteId: number,
  holds: readonly { readonly suspendedUntil: Date | null; readonly now: Date }[],
): Promise<Closure | undefined> {
  const suspended = holds.find(({ suspendedUntil }) => suspendedUntil !== null);
  const days = suspended && (await findSuspendingDays(connection, websiteId));
  return suspended && days ? closureNow(days, suspended.now) : undefined;
}

/** Until when holds are suspended because the library is closed; undefined on a day on which they are not. */
export function suspendedUntil(entries: readonly StoredEntry[], today: Today): Date | undefined {
  return reopening(
    entries.filter(({ suspendsHolds }) => suspendsHolds),
    today,
  );
}
