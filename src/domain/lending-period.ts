import { Refusal } from './errors.js';

export const FORMAT_CLASSES = ['eBook', 'Audiobook', 'Video'] as const;
export type FormatClass = (typeof FORMAT_CLASSES)[number];

/** The lending periods a patron may choose from, in days. */
export const LENDING_PERIOD_DAYS: Readonly<Record<FormatClass, readonly number[]>> = {
  eBook: [1, 7, 14, 21, 89],
  Audiobook: [1, 7, 14, 21],
  Video: [1, 3, 5, 7],
};

/** The only unit of a lending period. */
export const PERIOD_UNIT = 'days';

/** Days per format class. */
export type LendingPeriods = Readonly<Record<FormatClass, number>>;

/** `text` as a format class, in any case: clients send `ebook`. */
export function parseFormatClass(text: string): FormatClass | undefined {
  return FORMAT_CLASSES.find((formatClass) => formatClass.toLowerCase() === text.toLowerCase());
}

/** @throws Refusal `InvalidLendingPeriod` when the format does not offer that period */
export function permitLendingPeriod(formatClass: FormatClass, days: number): void {
  const allowed = LENDING_PERIOD_DAYS[formatClass];
  if (!allowed.includes(days))
    throw new Refusal(
      'InvalidLendingPeriod',
      `lendingPeriodDays must be one of ${allowed.join(', ')} for ${formatClass}.`,
    );
}

/** The lending period that a client asks for. */
export interface WantedPeriod {
  readonly lendingPeriod: number;
  /** Absent: days. */
  readonly units: string | undefined;
}

export interface LendingPeriodSources {
  /** The library's override, which hides the patron's preference while it stands. */
  readonly overrides: Partial<LendingPeriods>;
  readonly preferences: Partial<LendingPeriods>;
  readonly defaults: LendingPeriods;
}

/** The period in days: the library's override, else the patron's preference, else the library's default. */
export function effectiveLendingPeriod(formatClass: FormatClass, sources: LendingPeriodSources): number {
  return sources.overrides[formatClass] ?? sources.preferences[formatClass] ?? sources.defaults[formatClass];
}

/**
 * The days of one loan: those that the request asks for, else those in effect.
 * @throws Refusal `InvalidLendingPeriod` when the format does not offer them, or the library overrides them
 */
export function daysOfLoan(
  formatClass: FormatClass,
  sources: LendingPeriodSources,
  wanted: WantedPeriod | undefined,
): number {
  if (wanted === undefined) return effectiveLendingPeriod(formatClass, sources);
  const { lendingPeriod, units = PERIOD_UNIT } = wanted;
  const override = sources.overrides[formatClass];
  const allowed = override === undefined ? LENDING_PERIOD_DAYS[formatClass] : [override];
  if (units.toLowerCase() !== PERIOD_UNIT || !allowed.includes(lendingPeriod))
    throw new Refusal(
      'InvalidLendingPeriod',
      `lendingPeriod must be one of ${allowed.join(', ')} for ${formatClass}, in ${PERIOD_UNIT}.`,
    );
  return lendingPeriod;
}
