import { IS_LONG_RUN, report, runsOf } from '../support/long-run.js';
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
/** A town of thousands takes hours. */
const MAX_DURATION_MS = 3 * 3600 * 1000;

const HORIZONS = [
  [0, 14],
  [14, 28],
  [28, 56],
  [56, 1000],
] as const;

const share = (told: readonly ToldWait[], is: (wait: ToldWait) => boolean): number =>
  told.filter(is).length / told.length;

const meanError = (told: readonly ToldWait[], waitOf: (wait: ToldWait) => number): number =>
  told.reduce((sum, wait) => sum + Math.abs(waitOf(wait) - (wait.readyOn! - wait.placedOn)), 0) / told.length;

function describeWaits(name: string, told: readonly ToldWait[]): string {
  const percent = (is: (wait: ToldWait) => boolean): string => `${Math.round(share(told, is) * 1000) / 10} %`;
  const days = (waitOf: (wait: ToldWait) => number): string => meanError(told, waitOf).toFixed(2);
  return [
    `${name}: ${told.length} holds`,
    `by likely ${percent((wait) => wait.readyOn! <= wait.likelyBy)}`,
    `by latest ${percent((wait) => wait.readyOn! <= wait.latestBy)}`,
    `days off: told ${days((wait) => wait.likelyBy - wait.placedOn)}`,
    `the last wait ${days((wait) => wait.lastWait!)}`,
    `place × period ÷ copies ${days((wait) => wait.simpleWait)}`,
  ].join(', ');
}

test(
  `half of the holds are ready by the likely time, and nine of ten by the latest (seed ${SEED})`,
  async () => {
    const town = await Town.found({ seed: 24, holdsAYear: 8, ...SIZE });
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
    }
    expect(over.length).toBeGreaterThan(80);
    expect(share(over, (wait) => wait.readyOn! <= wait.likelyBy)).toBeGreaterThan(0.25);
    expect(share(over, (wait) => wait.readyOn! <= wait.likelyBy)).toBeLessThan(0.75);
    expect(share(over, (wait) => wait.readyOn! <= wait.latestBy)).toBeGreaterThan(0.65);
    expect(share(over, (wait) => wait.readyOn! <= wait.latestBy)).toBeLessThan(1);
    const error = meanError(over, (wait) => wait.likelyBy - wait.placedOn);
    expect(error).toBeLessThan(meanError(over, (wait) => wait.lastWait!));
    expect(error).toBeLessThan(meanError(over, (wait) => wait.simpleWait));
  },
  MAX_DURATION_MS,
);
