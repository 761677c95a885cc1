import { isCalendarDay } from '../../domain/calendar-day.js';
import type { FieldContext } from './request-class.js';
import { type FieldOptions, IsReadable } from './validators.js';

/** The zone's plus sign becomes a space if a client has not encoded it. */
const TIME =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[Tt ](?<time>\d{2}:\d{2})(?<seconds>:\d{2})?(?:[.,](?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+\- ])(?<hours>\d{2}):?(?<minutes>\d{2})?)?)?$/;

const MILLISECONDS = 3;

export const POINT_IN_TIME = {
  message: 'a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21',
  context: { example: '2026-11-21T09:41:07Z' },
} as const satisfies FieldOptions;

export function IsTime(): PropertyDecorator {
  return IsReadable(parseTime, POINT_IN_TIME);
}

const DAY = {
  message: 'a day such as 2026-12-24',
  context: { example: '2026-12-24', schema: { format: 'date' } },
} as const satisfies FieldOptions;

/** @param context what else describes the field */
export function IsDay(context: FieldContext = {}): PropertyDecorator {
  const parseDay = (text: string): string | undefined => (isCalendarDay(text) ? text : undefined);
  return IsReadable(parseDay, { ...DAY, context: { ...DAY.context, ...context } });
}

/** A time in the form in which it was written. */
export interface WrittenTime {
  /** In UTC if it has no zone. */
  readonly time: Date;
  readonly hasZone: boolean;
  readonly isDay: boolean;
}

/** Accepts ISO 8601 with or without a zone (UTC), the forms of date and time that databases write, or a date alone. */
export function parseTime(text: string): Date | undefined {
  return parseWrittenTime(text)?.time;
}

export function parseWrittenTime(text: string): WrittenTime | undefined {
  const parts = TIME.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const { day = '', time, seconds = ':00', fraction = '', sign, hours, minutes = '00' } = parts;
  const milliseconds = fraction.slice(0, MILLISECONDS).padEnd(MILLISECONDS, '0');
  const zone = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes}`;
  const read = new Date(`${day}T${time ?? '00:00'}${seconds}.${milliseconds}${zone}`);
  if (Number.isNaN(read.getTime()) || !isCalendarDay(day)) return undefined;
  return { time: read, hasZone: hours !== undefined || /z$/i.test(text.trim()), isDay: time === undefined };
}
