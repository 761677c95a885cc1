/**
 * A time in UTC, to the second.
 * @format date-time
 * @pattern ^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$
 * @example "2026-11-21T09:41:07Z"
 */
export type Timestamp = string;

/**
 * A day.
 * @format date
 * @example "2026-12-24"
 */
export type Day = string;

/** A time as every answer tells it: `YYYY-MM-DDTHH:MM:SSZ`. Strict clients reject a time without a zone. */
export function representTime(time: Date): Timestamp {
  const seconds = Math.floor(time.getTime() / 1000);
  const day = Math.floor(seconds / DAY_SECONDS);
  const second = seconds - day * DAY_SECONDS;
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  return `${representDay(day)}T${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(second % 60)}Z`;
}

const DAY_SECONDS = 24 * 60 * 60;

/** `toISOString` takes ten times as long as the rest of an answer's time, and most answers are about the days of a few months. */
const days = new Map<number, string>();
const MAX_DAYS = 1000;

function representDay(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(day, text);
  return text;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : `${number}`);
