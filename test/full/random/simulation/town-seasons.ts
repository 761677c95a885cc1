import { type TestRecord, WEBSITE_ID } from '../../../support/records.js';
import type { TownOptions } from './town-options.js';

/** A term of fifteen weeks, and five weeks of holidays. */
const [TERM_DAYS, CYCLE_DAYS] = [105, 140];

/** What patrons do, which the service must find out. */
interface Habits {
  readonly picksUp: number;
  readonly meanPickupHours: number;
  /** Of titles: those that are read to the last page are kept, and others are returned soon. */
  readonly keepToTheEnd: { readonly least: number; readonly most: number };
}

const IN_TERM: Habits = {
  picksUp: 0.82,
  meanPickupHours: 16,
  keepToTheEnd: { least: 0.15, most: 0.75 },
};
/** Many are away. */
const IN_HOLIDAYS: Habits = {
  picksUp: 0.6,
  meanPickupHours: 36,
  keepToTheEnd: { least: 0.6, most: 0.95 },
};

/** The terms and holidays of a town. */
export class TownSeasons {
  constructor(private readonly options: TownOptions) {}

  /** Patrons behave alike all year where holidays make no difference. */
  habitsOn(day: number): Habits {
    return this.options.hasHolidays === true && isHoliday(day) ? IN_HOLIDAYS : IN_TERM;
  }

  /** @param dateOf the time of a day of the town */
  entries(dateOf: (day: number) => string): TestRecord[] {
    const { hasCalendar, days } = this.options;
    if (hasCalendar !== true) return [];
    const dayOf = (day: number): string => dateOf(day).slice(0, '2026-12-24'.length);
    return Array.from({ length: Math.ceil(days / CYCLE_DAYS) + 1 }, (_, number) => {
      const [from, holidays, next] = [0, TERM_DAYS, CYCLE_DAYS].map((day) => number * CYCLE_DAYS + day);
      return [
        entry({ kind: 'term', name: 'Term', from: dayOf(from!), to: dayOf(holidays! - 1) }),
        entry({ kind: 'holiday', name: 'Holidays', from: dayOf(holidays!), to: dayOf(next! - 1) }),
      ];
    }).flat();
  }
}

export function isHoliday(day: number): boolean {
  return day % CYCLE_DAYS >= TERM_DAYS;
}

function entry(of: { kind: string; name: string; from: string; to: string }): TestRecord {
  return { record: 'calendar', websiteId: WEBSITE_ID, entryId: `${of.kind} ${of.from}`, ...of };
}
