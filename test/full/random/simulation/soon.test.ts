import { IS_LONG_RUN, report, runsOf } from '../../../support/runs/long-run.js';
import { Town } from './town.js';
import { HEEDS, SUSPENDS } from './town-soon.js';

/** The same town twice: its patrons are told that a title is ready soon, or are not. */

const PATRONS = runsOf(150);
const TOWN = Number(process.env.HOLDFAST_TEST_TOWN ?? 1);
const SIZE = {
  ...{ patrons: PATRONS, titles: PATRONS / 10, holdsAYear: 8, hoursBetweenCurves: 6 },
  days: IS_LONG_RUN ? 365 : 45,
};
const SOON_DAYS = 5;
/** A town of many thousands takes hours. */
const MAX_DURATION_MS = 12 * 3600 * 1000;

async function live(soonDays?: number): Promise<Town> {
  const town = await Town.found({ seed: 23 + TOWN, ...SIZE, soonDays });
  await town.live();
  await town.close();
  return town;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const missedIn = ({ pickups }: Town): number => pickups.missed / pickups.begun;

test(
  `the pickups that are missed, where patrons are told that a title is ready soon and where not (town ${TOWN})`,
  async () => {
    const [untold, told] = [await live(), await live(SOON_DAYS)];
    report(
      `Assumed: of the patrons who would miss a pickup, ${percent(HEEDS)} heed the notice, and of these ${percent(SUSPENDS)} suspend the hold; the others remove it.`,
    );
    const { suspend, remove, ...others } = told.soon.told;
    const all = suspend + remove + others.borrow + others.miss;
    report(
      `Town ${TOWN}: ${percent(missedIn(untold))} of ${untold.pickups.begun} pickups were missed without the notice, ${percent(missedIn(told))} of ${told.pickups.begun} with it. Of ${all} who were told, ${suspend} suspended and ${remove} removed their holds. Titles borrowed: ${untold.borrowed} and ${told.borrowed}.`,
    );
    // How many pickups are missed is chance, too: it is shown, and not judged.
    expect(all).toBeGreaterThan(0);
    expect(Object.values(untold.soon.told)).toEqual([0, 0, 0, 0]);
  },
  MAX_DURATION_MS,
);
