import { Injectable } from '@nestjs/common';
import { putEntries, takeOutEntry } from '../../../circulation/calendar/calendar.js';
import { lockLibraries } from '../../engine/libraries.store.js';
import {
  identifier,
  type Outcome,
  type RecordIdentifiers,
  RecordKind,
  type Tally,
} from '../../engine/record-kind.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type CalendarKey, type CalendarRecord, calendarSchemas, entryIn } from './calendar.schema.js';

/** Entries of a library's calendar. */
@Injectable()
export class CalendarKind extends RecordKind<CalendarRecord, CalendarKey> {
  readonly name = 'calendar';
  readonly schemas = calendarSchemas;

  identifiersOf({ websiteId, entryId }: CalendarRecord): RecordIdentifiers {
    return {
      own: [identifier('calendar', websiteId, entryId)],
      referenced: [identifier('library', websiteId)],
    };
  }

  apply(records: readonly CalendarRecord[], { effects }: Tally): Promise<Outcome[]> {
    return this.database.transaction(async (connection) => {
      const byLibrary = Map.groupBy(records, ({ websiteId }) => websiteId);
      const libraries = await lockLibraries(connection, [...byLibrary.keys()]);
      const outcomes = new Map<CalendarRecord, Outcome>();
      for (const [websiteId, own] of byLibrary) {
        const put = libraries.has(websiteId) ? await putEntries(connection, websiteId, own.map(entryIn)) : [];
        for (const [index, record] of own.entries()) {
          const effect = put[index] ?? { problem: unknownLibrary(websiteId) };
          if (typeof effect === 'string') effects.set(record, effect);
          else outcomes.set(record, effect.problem);
        }
      }
      return records.map((record) => outcomes.get(record));
    });
  }

  remove(key: CalendarKey): Promise<Outcome> {
    return this.database.transaction(async (connection) => {
      await lockLibraries(connection, [key.websiteId]);
      await takeOutEntry(connection, key);
      return undefined;
    });
  }
}
