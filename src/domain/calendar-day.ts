/**
 * Whether `text` is a day, `YYYY-MM-DD`. February has no 30th, which `Date` would read as a day in March, and PostgreSQL has no year 0.
 */
export function isCalendarDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
