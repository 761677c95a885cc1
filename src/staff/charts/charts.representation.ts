import {
  type CalibrationsRecord,
  representCalibrations,
} from '../../catalog/libraries/forecast.representation.js';
import type { LibraryDay } from '../../circulation/library-days.store.js';
import type { CalibrationByHorizon } from '../../domain/waits/calibration.js';

/** How a library has done over time. */
export interface ChartsRecord {
  /** The oldest first, as read last, once an hour. Days on which no worker ran are missing. */
  readonly days: readonly LibraryDayRecord[];
  /** How good the estimates of waits were whose time fell into whole weeks of these days. */
  readonly estimates: CalibrationsRecord;
}

export interface LibraryDayRecord extends LibraryDay {
  /**
   * In UTC.
   * @format date
   */
  readonly day: string;
}

export function representCharts(
  days: readonly LibraryDay[],
  calibration: CalibrationByHorizon,
): ChartsRecord {
  return { days, estimates: representCalibrations(calibration) };
}
