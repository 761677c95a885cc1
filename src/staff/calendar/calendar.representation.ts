import type { EntryKind, Repetition } from '../../domain/library-calendar.js';
import type { StoredEntry } from '../../circulation/calendar/calendar.js';

/** The days of a library that are not like others. */
export interface CalendarRecord {
  /** In the order of their first days. */
  readonly entries: readonly CalendarEntryRecord[];
}

/** Days, such as 2026-12-24, are those of the library’s time zone. */
export interface CalendarEntryRecord {
  readonly entryId: string;
  readonly kind: EntryKind;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Null: the days are not repeated. */
  readonly repeats: Repetition | null;
  /** The last day that can be one of them; null: they are repeated without an end, or not repeated. */
  readonly until: string | null;
  /** Whether holds that wait do not become ready on these days. */
  readonly suspendsHolds: boolean;
}

export function representEntry({ until, ...entry }: StoredEntry): CalendarEntryRecord {
  return { ...entry, until: entry.repeats === null ? null : until };
}
