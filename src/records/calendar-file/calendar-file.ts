import { isCalendarDay } from '../../domain/calendar-day.js';
import { type EntryKind, MAX_ENTRY_NAME } from '../../domain/library-calendar.js';
import { beginOf, dayAfter, dayIn, dayNumber } from '../../domain/zoned-time.js';
import { type Line, readLines } from '../engine/lines.js';
import { repetitionsIn, UnreadableEvent } from './recurrence.js';

/** Reads iCalendar files (RFC 5545) as records `calendar`. */

/** Whose days they are, and of which kind, which the file does not say. */
export interface CalendarFileSource {
  readonly websiteId: number;
  readonly kind: EntryKind;
  /** The library's. */
  readonly timeZone: string;
}

/** Exceptions to repetitions, and changed repetitions. */
const EXCEPTIONS = ['EXDATE', 'EXRULE', 'RDATE', 'RECURRENCE-ID'];
/** All others are skipped, however long they are. */
const READ = ['UID', 'SUMMARY', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'STATUS', ...EXCEPTIONS];

interface Property {
  readonly value: string;
  readonly isDay: boolean;
}

type Properties = Map<string, Property>;

/** One line for each entry, with the number of the line at which its event begins, or of one behind that. */
export async function* readCalendarFile(
  input: AsyncIterable<Buffer | string>,
  source: CalendarFileSource,
): AsyncGenerator<Line> {
  let [event, begin]: [Properties | undefined, number] = [undefined, 0];
  let last: { readonly number: number; readonly endsAt: number } | undefined;
  for await (const { number, endsAt, text, rejection } of unfolded(input)) {
    last = { number, endsAt };
    if (rejection !== undefined) yield { number, endsAt, rejection };
    else if (number === 1 && !/^\uFEFF?BEGIN:VCALENDAR$/i.test(text)) {
      yield { number, endsAt, rejection: 'begins no iCalendar file: its first line is BEGIN:VCALENDAR' };
      return;
    } else if (/^BEGIN:VEVENT$/i.test(text)) [event, begin] = [new Map(), number];
    else if (/^END:VEVENT$/i.test(text) && event !== undefined) {
      yield* linesOf(event, source, { begin, endsAt });
      event = undefined;
    } else if (event !== undefined) addProperty(event, text);
  }
  if (event !== undefined && last !== undefined)
    yield { ...last, number: begin, rejection: 'begins an event without an end: the file is not complete' };
}

interface Unfolded {
  readonly number: number;
  readonly endsAt: number;
  readonly text: string;
  readonly rejection?: string;
}

/** A line that begins with a space goes on with the one before it. */
async function* unfolded(input: AsyncIterable<Buffer | string>): AsyncGenerator<Unfolded> {
  let before: Unfolded | undefined;
  for await (const line of readLines(input)) {
    const { number, endsAt } = line;
    const text = 'text' in line ? line.text.replace(/\r$/, '') : '';
    if (before !== undefined && /^[ \t]/.test(text)) {
      const isRead = before.text.length < MAX_LENGTH;
      before = { ...before, endsAt, text: isRead ? before.text + text.slice(1) : before.text };
      continue;
    }
    if (before !== undefined) yield before;
    before = { number, endsAt, text, ...('rejection' in line && { rejection: line.rejection }) };
  }
  if (before !== undefined) yield before;
}

/** Nothing that is read is longer. */
const MAX_LENGTH = 10_000;

/** Its name, parameters and value: the value begins behind the first colon that is not in quotation marks. */
const PROPERTY = /^([A-Za-z-]+)((?:;[^:";]*(?:"[^"]*"[^:";]*)*)*):(.*)$/u;

function addProperty(event: Properties, text: string): void {
  const [, written = '', parameters = '', value = ''] = PROPERTY.exec(text.slice(0, MAX_LENGTH)) ?? [];
  const name = written.toUpperCase();
  if (READ.includes(name) && !event.has(name))
    event.set(name, { value, isDay: /;VALUE=DATE(?:;|$)/i.test(parameters) });
}

function* linesOf(
  event: Properties,
  source: CalendarFileSource,
  { begin, endsAt }: { readonly begin: number; readonly endsAt: number },
): Generator<Line> {
  const uid = event.get('UID')?.value.trim() ?? '';
  try {
    if (uid === '') throw new UnreadableEvent('has no UID');
    for (const [index, record] of recordsOf(event, uid, source).entries())
      yield { number: begin + index, endsAt, text: JSON.stringify({ record: 'calendar', ...record }) };
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    yield {
      number: begin,
      endsAt,
      rejection: `event ${uid.slice(0, MAX_ENTRY_NAME)} ${error.message}`,
    };
  }
}

function recordsOf(
  event: Properties,
  uid: string,
  { websiteId, kind, timeZone }: CalendarFileSource,
): object[] {
  const key = { websiteId, entryId: uid };
  if (event.get('STATUS')?.value.toUpperCase() === 'CANCELLED') return [{ ...key, delete: true }];
  const exception = EXCEPTIONS.find((name) => event.has(name));
  if (exception !== undefined)
    throw new UnreadableEvent(`has exceptions (${exception}): give those days as events of their own`);
  const start = event.get('DTSTART');
  if (start === undefined) throw new UnreadableEvent('has no DTSTART');
  const from = dayOf(start, timeZone);
  const days = lengthOf(event, from, timeZone);
  const name = nameIn(event.get('SUMMARY')?.value ?? '') || uid.slice(0, MAX_ENTRY_NAME);
  return repetitionsIn(event.get('RRULE')?.value, { from, days }, (time) =>
    dayOf({ value: time, isDay: false }, timeZone, true),
  ).map(({ suffix, ...repetition }) => ({
    ...{ ...key, entryId: uid + suffix, kind, name },
    ...repetition,
    to: dayAfter(repetition.from, days - 1),
  }));
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/**
 * The day of a time at which a day begins: by the clocks that the time itself is of, or by those of the library.
 * @param isAnyTime also of other times
 */
function dayOf({ value, isDay }: Property, timeZone: string, isAnyTime = false): string {
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', zone = ''] =
    TIME.exec(value) ?? [];
  if (year === undefined) throw new UnreadableEvent(`has a time that is none: ${value.slice(0, 30)}`);
  const written = `${year}-${month}-${day}`;
  if (!isCalendarDay(written)) throw new UnreadableEvent(`is on a day that does not exist: ${written}`);
  if (isDay || zone === '') {
    if (isAnyTime || `${hours}${minutes}${seconds}` === '000000') return written;
    throw new UnreadableEvent(NOT_WHOLE_DAYS);
  }
  const moment = new Date(`${written}T${hours}:${minutes}:${seconds}Z`);
  if (Number.isNaN(moment.getTime())) throw new UnreadableEvent(`has a time that is none: ${value}`);
  const here = dayIn(timeZone, moment);
  if (isAnyTime || beginOf(here, timeZone).getTime() === moment.getTime()) return here;
  throw new UnreadableEvent(NOT_WHOLE_DAYS);
}

const NOT_WHOLE_DAYS = 'is not of whole days';

/** In days. Without an end, it is one. */
function lengthOf(event: Properties, from: string, timeZone: string): number {
  const end = event.get('DTEND');
  if (end !== undefined) {
    const days = dayNumber(dayOf(end, timeZone)) - dayNumber(from);
    return Number.isNaN(days) ? 1 : Math.max(1, days);
  }
  const duration = event.get('DURATION')?.value;
  if (duration === undefined) return 1;
  const [, weeks, days, hours] = /^\+?P(?:(\d{1,3})W|(\d{1,4})D|T(\d{1,5})H)$/.exec(duration) ?? [];
  const length = Number(weeks ?? 0) * 7 + Number(days ?? 0) + Number(hours ?? 0) / 24;
  if (!Number.isInteger(length) || length === 0) throw new UnreadableEvent(NOT_WHOLE_DAYS);
  return length;
}

/** A text without its escapes, on one line. */
function nameIn(text: string): string {
  return text
    .replace(/\\([nN,;\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_ENTRY_NAME)
    .toWellFormed();
}
