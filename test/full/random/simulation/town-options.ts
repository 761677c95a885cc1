/** Which of these a library has. */
export interface Wishes {
  readonly alternatives: boolean;
  readonly watches: boolean;
}

/** A town whose patrons read as people do. Rates are of each patron. */
export interface TownOptions {
  readonly seed: number;
  readonly patrons: number;
  readonly titles: number;
  readonly days: number;
  /** Of a patron, in a year. */
  readonly holdsAYear: number;
  /** A worker would look every half minute. */
  readonly hoursBetweenCurves: number;
  /** On this day the library halves the time for a pickup. */
  readonly shorterPickupOnDay?: number | undefined;
  /** The library has just opened: few patrons read on the first day, and all from this day on. */
  readonly allReadFromDay?: number | undefined;
  /** Some titles have licences, which end, in place of copies. */
  readonly hasLicences?: boolean;
  /** In the holidays patrons behave otherwise than in the terms. */
  readonly hasHolidays?: boolean;
  /** Demand, and what becomes of each hold, have chances of their own: another town with this seed differs by what is compared alone. */
  readonly isCompared?: boolean;
  /** Some readers want either of two formats, and some nothing soon. What the library lets them do; absent: there are none. */
  readonly wishes?: Wishes | undefined;
  /** Patrons are told so many days before a hold is likely ready; absent: they are not. */
  readonly soonDays?: number | undefined;
  /** The library's calendar has its terms and holidays. */
  readonly hasCalendar?: boolean;
}

/** A wait that was told when a hold was placed, and what became of it. Times are days since the beginning. */
export interface EstimateAtPlacement {
  readonly title: number;
  readonly isLicensed?: boolean;
  readonly placedOn: number;
  readonly likelyBy: number;
  readonly latestBy: number;
  /** What two simple rules would have said: the last wait for the title, and place × lending period ÷ copies. */
  readonly lastWait: number | undefined;
  readonly simpleWait: number;
  /** Undefined: it was removed or suspended before, or the time of the town was over. */
  readyOn?: number;
  /** It was removed or suspended before it was ready. */
  leftOn?: number;
}
