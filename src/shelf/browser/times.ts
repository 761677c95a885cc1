const MOMENT = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

/** A time of an answer, in the reader's own time zone. */
export function moment(time: string | Date): string {
  return MOMENT.format(new Date(time));
}

export function day(time: Date): string {
  return DAY.format(time);
}

const DAY_AND_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** With the year instead of the weekday where it is not the present one. */
export function farDay(time: Date, now: Date): string {
  return time.getFullYear() === now.getFullYear() ? DAY.format(time) : DAY_AND_YEAR.format(time);
}
