import { Injectable } from '@nestjs/common';
import {
  type EntryKey,
  findCalendar,
  putEntries,
  type StoredEntry,
  takeOutEntry,
} from '../../circulation/calendar/calendar.js';
import { Refusal, refusal, refusedField } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { lockLibraries } from '../../records/engine/libraries.store.js';
import { memberAt } from '../../records/engine/record-reader.js';
import { calendarSchemas, entryIn } from '../../records/kinds/calendar/calendar.schema.js';
import { recordAction } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type CalendarEntryRecord, type CalendarRecord, representEntry } from './calendar.representation.js';
import type { CalendarEntryRequest } from './calendar.requests.js';

export type { EntryKey } from '../../circulation/calendar/calendar.js';

/** A library's calendar, for staff. */
@Injectable()
export class CalendarService {
  constructor(private readonly database: Database) {}

  async list(websiteId: number): Promise<CalendarRecord> {
    return { entries: (await findCalendar(this.database, websiteId)).map(representEntry) };
  }

  /** @throws Refusal `NotFound` */
  async one({ websiteId, entryId }: EntryKey): Promise<CalendarEntryRecord> {
    const { entries } = await this.list(websiteId);
    const entry = entries.find((each) => each.entryId === entryId);
    if (entry === undefined) throw refusal('NotFound');
    return entry;
  }

  /** Adds the entry, or replaces it. @throws Refusal `NotFound`, `InvalidFieldValue` */
  async put(
    key: EntryKey,
    request: CalendarEntryRequest,
    staff: StaffPrincipal,
  ): Promise<CalendarEntryRecord> {
    const { websiteId } = key;
    const entry = entryOf(key, request);
    await this.database.transaction(async (transaction) => {
      if (!(await lockLibraries(transaction, [websiteId])).has(websiteId)) throw refusal('NotFound');
      const [put] = await putEntries(transaction, websiteId, [entry]);
      if (typeof put === 'object') throw new Refusal('InvalidFieldValue', `Not stored: ${put.problem}.`);
      if (put !== 'unchanged')
        await recordAction(transaction, { staff, action: 'calendar-changed', websiteId });
    });
    return representEntry(entry);
  }

  /** @throws Refusal `NotFound` */
  async remove(key: EntryKey, staff: StaffPrincipal): Promise<void> {
    const { websiteId } = key;
    await this.database.transaction(async (transaction) => {
      await lockLibraries(transaction, [websiteId]);
      if (!(await takeOutEntry(transaction, key))) throw refusal('NotFound');
      await recordAction(transaction, { staff, action: 'calendar-changed', websiteId });
    });
  }
}

/** @throws Refusal `InvalidFieldValue` */
function entryOf(key: EntryKey, request: CalendarEntryRequest): StoredEntry {
  const { success, data, error } = calendarSchemas.whole.safeParse({ ...key, ...request });
  if (success) return entryIn(data);
  const { path, message } = error.issues[0]!;
  throw refusedField(memberAt(path), `${message}.`);
}
