import type { Calibration, CalibrationByHorizon, Coverage, Skill } from '../../domain/waits/calibration.js';
import { LATEST, LIKELY } from '../../domain/waits/observation.js';
import type { Addresses, Link } from '../../http/answers/addresses.js';
import type { LibraryForecast } from './libraries.service.js';

/** How good the estimates of waits were that patrons of a library were told when they placed holds. */
export interface ForecastRecord extends CalibrationsRecord {
  /** The `websiteId`. */
  readonly id: number;
  /** Holds whose time that was told fell into so many last whole weeks. */
  readonly weeks: number;
  readonly links: { readonly self: Link };
}

export interface CalibrationsRecord {
  readonly all: CalibrationRecord;
  /** The same by how long the wait was told to be. */
  readonly horizons: readonly HorizonRecord[];
}

export interface CalibrationRecord {
  /** By `likelyBy`, half of the holds should be ready. */
  readonly likely: CoverageRecord;
  /** By `latestBy`, nine of ten. */
  readonly latest: CoverageRecord;
  /** Compared with as long as the last hold of the title to become ready waited, of holds that were placed while its copy was set aside. */
  readonly thanLastWait: SkillRecord;
  /** Compared with the place in the queue × the lending period ÷ the copies. */
  readonly thanPlace: SkillRecord;
  /** Holds that were removed or suspended before the latest time: nothing is known of it. */
  readonly left: number;
}

export interface HorizonRecord extends CalibrationRecord {
  readonly fromDays: number;
  /** Absent where there is no limit. */
  readonly toDays?: number;
}

export interface CoverageRecord {
  /**
   * The share of the holds that should be ready by then.
   * @fraction true
   */
  readonly expected: number;
  /** Holds whose time this was, also those that are not ready yet, or have left. */
  readonly holds: number;
  /**
   * Those of them that were ready by then. One that was ready in the very hour counts half.
   * @fraction true
   */
  readonly readyByThen: number;
  /** The share of holds that are ready by then, with a probability of 95 %. Absent below 50 holds: not known yet. */
  readonly interval?: IntervalRecord;
  /**
   * The mean pinball loss in hours. Absent below 50 holds.
   * @fraction true
   */
  readonly lossHours?: number;
}

export interface SkillRecord {
  /** Holds that became ready, of which both are known. */
  readonly holds: number;
  /**
   * How many hours `likelyBy` was off, in the mean. Absent below 50 holds: not known yet.
   * @fraction true
   */
  readonly hoursOff?: number;
  /**
   * The same of what the rule would have said. Absent below 50 holds.
   * @fraction true
   */
  readonly hoursOffByRule?: number;
  /**
   * By which share `likelyBy` was less off: 1 is never off, 0 no better than the rule, and below 0 worse. Absent below 50 holds.
   * @fraction true
   */
  readonly skill?: number;
}

export interface IntervalRecord {
  /** @fraction true */
  readonly from: number;
  /** @fraction true */
  readonly to: number;
}

export function representForecast(
  { websiteId, weeks, ...calibration }: LibraryForecast,
  addresses: Addresses,
): ForecastRecord {
  return {
    id: websiteId,
    weeks,
    ...representCalibrations(calibration),
    links: { self: addresses.catalogLink(addresses.forecast(websiteId)) },
  };
}

export function representCalibrations({ all, horizons }: CalibrationByHorizon): CalibrationsRecord {
  return {
    all: representCalibration(all),
    horizons: horizons.map(({ fromDays, toDays, ...calibration }) => ({
      fromDays,
      ...(toDays !== undefined && { toDays }),
      ...representCalibration(calibration),
    })),
  };
}

function representCalibration({
  likely,
  latest,
  thanLastWait,
  thanPlace,
  left,
}: Omit<Calibration, 'fromDays' | 'toDays'>): CalibrationRecord {
  return {
    likely: representCoverage(likely, LIKELY),
    latest: representCoverage(latest, LATEST),
    thanLastWait: representSkill(thanLastWait),
    thanPlace: representSkill(thanPlace),
    left,
  };
}

function representCoverage(
  { holds, readyByThen, interval, lossHours }: Coverage,
  expected: number,
): CoverageRecord {
  return {
    expected,
    holds,
    readyByThen,
    ...(interval && { interval: { from: rounded(interval[0], 4), to: rounded(interval[1], 4) } }),
    ...(lossHours !== undefined && { lossHours: rounded(lossHours, 1) }),
  };
}

function representSkill({ holds, hoursOff, hoursOffByRule, skill }: Skill): SkillRecord {
  return {
    holds,
    ...(hoursOff !== undefined && { hoursOff: rounded(hoursOff, 1) }),
    ...(hoursOffByRule !== undefined && { hoursOffByRule: rounded(hoursOffByRule, 1) }),
    ...(skill !== undefined && { skill: rounded(skill, 4) }),
  };
}

function rounded(number: number, digits: number): number {
  return Number(number.toFixed(digits));
}
