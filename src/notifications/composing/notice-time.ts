import { tagForDates } from '../../domain/languages.js';

const DEFAULT_TIME_ZONE = 'UTC';

/** More than the pairs of a language and a time zone that libraries have. */
const MAX_FORMATS = 1_000;
/** A format takes about a hundred times as long to make as to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([tag, options]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const made = new Intl.DateTimeFormat(tag, options);
  formats.set(key, made);
  return made;
}

/**
 * A moment with its weekday and the short name of its time zone, such as "Sunday, 22 November 2026 at 14:30 CET".
 * @param timeZone an IANA name; null: UTC
 */
export function timeInWords(time: Date, locale: string, timeZone: string | null): string {
  const zone = timeZone ?? DEFAULT_TIME_ZONE;
  const format = formatOf(tagForDates(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  });
  return format
    .formatToParts(time)
    .map(({ type, value }) => (type === 'timeZoneName' ? zoneName(time, locale, zone) : value))
    .join('');
}

/** English-speaking countries: each knows the short names of its own zones, and writes others as a difference such as GMT-5. */
const ENGLISH = ['en-GB', 'en-US', 'en-AU', 'en-NZ', 'en-ZA', 'en-IN'];

function zoneName(time: Date, locale: string, timeZone: string): string {
  const own = tagForDates(locale);
  const tags = locale.startsWith('en') ? [own, ...ENGLISH] : [own];
  const tag = tags.find((each) => !/\d/.test(shortZoneName(time, each, timeZone))) ?? own;
  return shortZoneName(time, tag, timeZone);
}

function shortZoneName(time: Date, tag: string, timeZone: string): string {
  const parts = formatOf(tag, { timeZoneName: 'short', timeZone }).formatToParts(time);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * A day such as "12 December", with the year unless it is the present one.
 * @param timeZone an IANA name; null: UTC
 */
export function dayInWords(time: Date, now: Date, locale: string, timeZone: string | null): string {
  const zone = { timeZone: timeZone ?? DEFAULT_TIME_ZONE };
  const year = formatOf('en', { year: 'numeric', ...zone });
  const isThisYear = year.format(time) === year.format(now);
  return formatOf(tagForDates(locale), {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...zone,
  }).format(time);
}
