import { tagForDates } from '../../domain/languages.js';
import { inLanguage } from './words/say.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/durations.js';

const moments = dates({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const daysOfYear = dates({ weekday: 'short', day: 'numeric', month: 'short' });
const daysWithYear = dates({ day: 'numeric', month: 'short', year: 'numeric' });
const lengths = inLanguage(
  (tag) => new Intl.NumberFormat(tagForDates(tag), { style: 'unit', unit: 'day', unitDisplay: 'long' }),
);
const timesLeft = inLanguage((tag) => new Intl.RelativeTimeFormat(tagForDates(tag)));

function dates(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return inLanguage((tag) => new Intl.DateTimeFormat(tagForDates(tag), options));
}

/** A time of an answer, in the reader's own time zone. */
export function moment(time: string | Date): string {
  return moments().format(new Date(time));
}

export function day(time: Date): string {
  return daysOfYear().format(time);
}

/** With the year instead of the weekday where it is not the present one. */
export function farDay(time: Date, now: Date): string {
  return (time.getFullYear() === now.getFullYear() ? daysOfYear() : daysWithYear()).format(time);
}

/** Such as "14 days". */
export function daysInWords(days: number): string {
  return lengths().format(days);
}

/** Such as "in 3 days": as many as the calendar has between; less than a day is in whole hours or minutes. */
export function timeLeft(end: string, now: Date): string {
  const left = Math.max(0, Date.parse(end) - now.getTime());
  const format = timesLeft();
  if (left >= DAY_MS) return format.format(calendarDay(new Date(end)) - calendarDay(now), 'day');
  if (left >= HOUR_MS) return format.format(Math.floor(left / HOUR_MS), 'hour');
  return format.format(Math.floor(left / MINUTE_MS), 'minute');
}

/** The number of the day on the reader's calendar, which also shows the moments beside. */
function calendarDay(time: Date): number {
  return Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS;
}

/** Such as 2026-12-14: the day that many days after today. */
export function dateAfter(days: number, now: Date): string {
  return new Date((calendarDay(now) + days) * DAY_MS).toISOString().slice(0, 10);
}

export function daysUntil(date: string, now: Date): number {
  return Date.parse(date) / DAY_MS - calendarDay(now);
}
