/**
 * A time in UTC, to the second.
 * @format date-time
 * @pattern ^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$
 * @example "2026-11-21T09:41:07Z"
 */
export type Timestamp = string;

/** A time as every answer tells it: `YYYY-MM-DDTHH:MM:SSZ`. Strict clients reject a time without a zone. */
export function representTime(time: Date): Timestamp {
  return `${time.toISOString().slice(0, 19)}Z`;
}
