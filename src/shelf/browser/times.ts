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

/** English without a country has 24 hours and the day before the month, as in notices. */
function written(time: Date, options: Intl.DateTimeFormatOptions): string {
  const tag = languageTag();
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, options).format(time);
}
