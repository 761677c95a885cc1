import { tagForDates } from '../../domain/languages.js';

const DEFAULT_TIME_ZONE = 'UTC';

/**
 * A moment with its weekday and the name of its time zone, such as "Sunday, 22 November 2026 at 14:30 (Central European
 * Standard Time)".
 * @param timeZone an IANA name; null: UTC
 */
export function timeInWords(time: Date, locale: string, timeZone: string | null): string {
  const zone = timeZone ?? DEFAULT_TIME_ZONE;
  const isUtc = zone === 'UTC';
  const format = new Intl.DateTimeFormat(tagForDates(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    // Short names of most zones are known in their own country only, such as CST.
    timeZoneName: isUtc ? 'short' : 'long',
    timeZone: zone,
  });
  // A long name has the form of a heading, which is part of no sentence.
  return format
    .formatToParts(time)
    .map(({ type, value }) => (type === 'timeZoneName' && !isUtc ? `(${value})` : value))
    .join('');
}

/**
 * A day such as "12 December"; with the year where that is not the present one.
 * @param timeZone an IANA name; null: UTC
 */
export function dayInWords(time: Date, now: Date, locale: string, timeZone: string | null): string {
  const zone = { timeZone: timeZone ?? DEFAULT_TIME_ZONE };
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', ...zone });
  const isThisYear = year.format(time) === year.format(now);
  return new Intl.DateTimeFormat(tagForDates(locale), {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...zone,
  }).format(time);
}
