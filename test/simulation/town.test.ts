import { IS_LONG_RUN, report, runsOf } from '../support/runs/long-run.js';
import { SEED } from '../support/seeded-random.js';
import { Town, type ToldWait } from './town.js';

/** A town lives for months, and the waits that its patrons were told are compared with what happened. */

/** By itself, the test lives for longer, and has a patron for each run that is asked for. */
const PATRONS = runsOf(200);
const SIZE = {
  patrons: PATRONS,
  titles: PATRONS / 10,
  ...(IS_LONG_RUN ? { days: 240, stepsBetweenCurves: 1 } : { days: 130, stepsBetweenCurves: 4 }),
};
/** Asked for by `npm run simulate -- --shorter-pickup`: in the middle, the library halves the time for a pickup. */
const SHORTER_PICKUP_ON_DAY = process.env.HOLDFAST_TEST_SHORTER_PICKUP ? SIZE.days / 2 : undefined;
/** Of holds that were placed then, coverage is told by so many days. */
const SPAN_DAYS = 14;
/** A town of thousands takes hours. */
const MAX_DURATION_MS = 3 * 3600 * 1000;

const HORIZONS = [
  [0, 14],
  [14, 28],
  [28, 56],
  [56, 1000],
] as const;

/** Days are counted as the town lives them; the seconds that its life takes by itself are not told from one another. */
const A_FEW_MINUTES = 10 / (24 * 60);

const isBy = (time: number, { readyOn }: ToldWait): boolean => readyOn! <= time + A_FEW_MINUTES;
const isLikely = (wait: ToldWait): boolean => isBy(wait.likelyBy, wait);
const isLatest = (wait: ToldWait): boolean => isBy(wait.latestBy, wait);

const share = (told: readonly ToldWait[], is: (wait: ToldWait) => boolean): number =>
  told.filter(is).length / told.length;

const meanError = (told: readonly ToldWait[], waitOf: (wait: ToldWait) => number): number =>
  told.reduce((sum, wait) => sum + Math.abs(waitOf(wait) - (wait.readyOn! - wait.placedOn)), 0) / told.length;

function describeWaits(name: string, told: readonly ToldWait[]): string {
  const percent = (is: (wait: ToldWait) => boolean): string => `${Math.round(share(told, is) * 1000) / 10} %`;
  const days = (waitOf: (wait: ToldWait) => number): string => meanError(told, waitOf).toFixed(2);
  return [
    `${name}: ${told.length} holds`,
    `by likely ${percent(isLikely)}`,
    `by latest ${percent(isLatest)}`,
    `days off: told ${days((wait) => wait.likelyBy - wait.placedOn)}`,
    `the last wait ${days((wait) => wait.lastWait!)}`,
    `place × period ÷ copies ${days((wait) => wait.simpleWait)}`,
  ].join(', ');
}

test(
  `half of the holds are ready by the likely time, and nine of ten by the latest (seed ${SEED})`,
  async () => {
    const shorterPickupOnDay = SHORTER_PICKUP_ON_DAY;
    const town = await Town.found({ seed: 24, holdsAYear: 8, ...SIZE, shorterPickupOnDay });
    await town.live();
    await town.close();
    // Of those that were told late in the year, only the short waits are over: that would say too little of the long ones.
    const judged = town.told.filter((wait) => wait.placedOn < SIZE.days - (IS_LONG_RUN ? 60 : 25));
    const over = judged.filter((wait) => wait.readyOn !== undefined && wait.lastWait !== undefined);
    report(`${town.placed} holds were placed, ${town.borrowed} titles were borrowed.`);
    report(describeWaits('all', over));
    for (const [from, to] of HORIZONS) {
      const some = over.filter(
        ({ likelyBy, placedOn }) => likelyBy - placedOn >= from && likelyBy - placedOn < to,
      );
      if (some.length > 0) report(describeWaits(`${from} to ${to} days`, some));
      // The end of a loan is certain, and makes short waits; copies that will be bought are unknown, and shorten long ones.
      if (some.length > 50 && to <= 28) {
        expect(share(some, isLikely)).toBeGreaterThan(0.35);
        expect(share(some, isLikely)).toBeLessThan(0.8);
        expect(share(some, isLatest)).toBeGreaterThan(0.8);
      }
    }
    for (let from = SHORTER_PICKUP_ON_DAY ?? Infinity; from < SIZE.days; from += SPAN_DAYS) {
      const some = over.filter(({ placedOn }) => placedOn >= from && placedOn < from + SPAN_DAYS);
      if (some.length > 0) report(describeWaits(`placed on day ${from} to ${from + SPAN_DAYS}`, some));
    }
    expect(over.length).toBeGreaterThan(80);
    expect(share(over, isLikely)).toBeGreaterThan(0.35);
    expect(share(over, isLikely)).toBeLessThan(0.75);
    expect(share(over, isLatest)).toBeGreaterThan(0.8);
    expect(share(over, isLatest)).toBeLessThan(1);
    const error = meanError(over, (wait) => wait.likelyBy - wait.placedOn);
    expect(error).toBeLessThan(meanError(over, (wait) => wait.lastWait!));
    expect(error).toBeLessThan(meanError(over, (wait) => wait.simpleWait));
  },
  MAX_DURATION_MS,
);
