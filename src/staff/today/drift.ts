import type { Coverage } from '../../domain/waits/calibration.js';
import type { Estimates } from './work.service.js';

/** Which shares of the holds may be ready by the times that were told: about half by the likely one, nine of ten by the latest. */
const BANDS = {
  likely: { least: 0.4, most: 0.6 },
  latest: { least: 0.85, most: 0.97 },
} as const;

/** How the times that patrons are told are wrong. Undefined: that is not known yet. */
export type Drift = 'short' | 'long' | 'none' | undefined;

/**
 * Whether patrons are told times that are too short, or too long. What is certain of either time counts: within its band, chance alone may
 * have moved it.
 */
export function driftOf({ likely, latest }: Estimates): Drift {
  const drifts = [besideBand(likely, BANDS.likely), besideBand(latest, BANDS.latest)];
  return (
    drifts.find((each) => each === 'short' || each === 'long') ?? drifts.find((each) => each !== undefined)
  );
}

/** Undefined: of too few holds to tell. */
function besideBand({ interval }: Coverage, { least, most }: (typeof BANDS)[keyof typeof BANDS]): Drift {
  if (interval === undefined) return undefined;
  const [low, high] = interval;
  if (high < least) return 'short';
  return low > most ? 'long' : 'none';
}
