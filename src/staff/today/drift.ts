import type { Coverage } from '../../domain/waits/calibration.js';
import type { Estimates } from './work.service.js';

/** The expected shares of holds that are ready by the estimated times: about half by the likely one, nine in ten by the latest. */
const BANDS = {
  likely: { least: 0.4, most: 0.6 },
  latest: { least: 0.85, most: 0.97 },
} as const;

/** Whether estimated times are wrong. Undefined: unknown. */
export type Drift = 'short' | 'long' | 'none' | undefined;

/** Whether estimated times are too short or too long. Only certain deviations count: within its band, a share may deviate by chance. */
export function driftOf({ likely, latest }: Estimates): Drift {
  const drifts = [besideBand(likely, BANDS.likely), besideBand(latest, BANDS.latest)];
  return (
    drifts.find((each) => each === 'short' || each === 'long') ?? drifts.find((each) => each !== undefined)
  );
}

/** Undefined if there are too few holds. */
function besideBand({ interval }: Coverage, { least, most }: (typeof BANDS)[keyof typeof BANDS]): Drift {
  if (interval === undefined) return undefined;
  const [low, high] = interval;
  if (high < least) return 'short';
  return low > most ? 'long' : 'none';
}
