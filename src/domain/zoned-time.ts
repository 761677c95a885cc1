import { DAY_MS } from './durations.js';

type Clock = (moment: number) => number;

/** Making one takes longer than asking it a hundred times. */
const CLOCKS = new Map<string, Clock>();

/** What the clocks of a time zone show at a moment, as the milliseconds at which those of UTC show it. */
function clockIn(timeZone: string): Clock {
  const known = CLOCKS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const clock: Clock = (moment) => {
    const [year = 0, month = 1, day, ...time] = format.format(moment).match(/\d+/g)!.map(Number);
    return Date.UTC(year, month - 1, day, ...time) + (moment % 1000);
  };
  CLOCKS.set(timeZone, clock);
  return clock;
}

/** The moment at which the clocks of a time zone show this; where they are put forward past it, so much later. */
function momentAt(shown: number, clock: Clock): Date {
  const byOffsetAt = (moment: number): number => shown - (clock(moment) - moment);
  const nearly = byOffsetAt(shown);
  const moment = byOffsetAt(nearly);
  return new Date(clock(moment) === shown ? moment : Math.max(nearly, moment));
}

/** The day of a moment in a time zone, such as 2026-12-24. */
export function dayIn(timeZone: string, moment: Date): string {
  return dayOf(clockIn(timeZone)(moment.getTime()));
}

/** The first moment of a day in a time zone. */
export function beginOf(day: string, timeZone: string): Date {
  return momentAt(Date.parse(day), clockIn(timeZone));
}

/** So many days later, at the same time by the clocks of a time zone. */
export function daysLaterIn(timeZone: string, moment: Date, days: number): Date {
  const clock = clockIn(timeZone);
  return momentAt(clock(moment.getTime()) + days * DAY_MS, clock);
}

/** The days since 1970 of a day such as 2026-12-24. */
export function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS;
}

export function dayAfter(day: string, days = 1): string {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

function dayOf(shown: number): string {
  return new Date(shown).toISOString().slice(0, 10);
}
