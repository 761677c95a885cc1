import { tagForDates } from '../../domain/languages.js';
import { languageTag } from './words/say.js';

const MOMENT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
};
const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
const DAY_AND_YEAR: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** A time of an answer, in the reader's own time zone. */
export function moment(time: string | Date): string {
  return written(new Date(time), MOMENT);
}

export function day(time: Date): string {
  return written(time, DAY);
}

/** With the year instead of the weekday where it is not the present one. */
export function farDay(time: Date, now: Date): string {
  return written(time, time.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Such as "in 3 days": in whole units, of which there are as many at least. */
export function timeLeft(end: string, now: Date): string {
  const left = Math.max(0, Date.parse(end) - now.getTime());
  const format = new Intl.RelativeTimeFormat(tagForDates(languageTag()));
  if (left >= DAY_MS) return format.format(Math.floor(left / DAY_MS), 'day');
  if (left >= HOUR_MS) return format.format(Math.floor(left / HOUR_MS), 'hour');
  return format.format(Math.floor(left / MINUTE_MS), 'minute');
}

function written(time: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tagForDates(languageTag()), options).format(time);
}
