import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_LONG_RUN, report, runsOf } from '../support/runs/long-run.js';
import { SEED } from '../support/seeded-random.js';
import {
  byHorizon,
  bySpan,
  type Coverage,
  coverageOf,
  describeCoverage,
  judgedOf,
  type JudgedWait,
} from './coverage.js';
import { type Column, coveragePicture } from './pictures.js';
import { Town } from './town.js';

/** A town lives for months, and the waits that its patrons were told are compared with what happened. */

/** By itself, the test lives for a year, in several towns, and has a patron for each run that is asked for. */
const PATRONS = runsOf(200);
const SIZE = IS_LONG_RUN
  ? {
      patrons: PATRONS,
      titles: PATRONS / 50,
      days: 365,
      holdsAYear: 3,
      hoursBetweenCurves: 6,
      // In the middle of March.
      shorterPickupOnDay: 73,
    }
  : { patrons: PATRONS, titles: PATRONS / 10, days: 130, holdsAYear: 8, hoursBetweenCurves: 24 };
/** Each has other patrons. */
const TOWNS = Array.from({ length: Number(process.env.HOLDFAST_TEST_TOWNS ?? 1) }, (_, index) => index + 1);
/** Where the pictures are written to, if anywhere. */
const PICTURES = process.env.HOLDFAST_TEST_PICTURES;
/** Of holds that were placed then, coverage is told by so many days. */
const SPAN_DAYS = 14;
/** So long after a change of the rules, waits are told as right as before. */
const DAYS_TO_LEARN = 42;
/** A town of many thousands takes hours. */
const MAX_DURATION_MS = 12 * 3600 * 1000;

interface Bounds {
  readonly likely: readonly number[];
  readonly latest: readonly number[];
}

/** Which horizons are compared with which bounds: the fewer the holds, the more is chance. */
const BOUNDS: Bounds & { readonly minHolds: number } =
  PATRONS >= 20_000
    ? { minHolds: 400, likely: [0.45, 0.55], latest: [0.88, 0.92] }
    : IS_LONG_RUN
      ? { minHolds: 400, likely: [0.38, 0.62], latest: [0.82, 0.96] }
      : { minHolds: 50, likely: [0.35, 0.8], latest: [0.8, 1] };

/** In so short a time, more or fewer holds than usual come to all titles together. */
const BOUNDS_OF_WEEKS: Bounds =
  PATRONS >= 20_000
    ? { likely: [0.42, 0.58], latest: [0.86, 0.94] }
    : { likely: [0.3, 0.7], latest: [0.8, 0.98] };

const judged: JudgedWait[] = [];

test.each(TOWNS)(
  `half of the holds are ready by the likely time, and nine of ten by the latest (seed ${SEED}, town %i)`,
  async (number) => {
    const beganAt = performance.now();
    const town = await Town.found({ seed: 23 + number, ...SIZE });
    await town.live();
    await town.close();
    const over = judgedOf(town.told, SIZE.days);
    judged.push(...over);
    report(
      `${town.placed} holds were placed, ${town.borrowed} titles were borrowed, in ${Math.round((performance.now() - beganAt) / 1000)} s.`,
    );
    const all = coverageOf('all', over);
    const horizons = byHorizon(over);
    for (const each of [all, ...horizons, ...(IS_LONG_RUN ? bySpan(over, SPAN_DAYS) : [])])
      report(describeCoverage(each));

    expect(over.length).toBeGreaterThan(80);
    expect(all.likely).toBeGreaterThan(0.35);
    expect(all.likely).toBeLessThan(0.75);
    expect(all.latest).toBeGreaterThan(0.8);
    expect(all.latest).toBeLessThan(1);
    expect(all.daysOff).toBeLessThan(all.daysOffLastWait);
    expect(all.daysOff).toBeLessThan(all.daysOffSimpleWait);
    for (const each of horizons.filter(({ holds }) => holds > BOUNDS.minHolds)) mustBeCalibrated(each);
    const newRule = underNewRule(over);
    if (newRule.length > BOUNDS.minHolds)
      mustBeCalibrated(coverageOf('under the new rule', newRule), BOUNDS_OF_WEEKS);
  },
  MAX_DURATION_MS,
);

/** Those that were placed in the six weeks that begin six weeks after the time for a pickup was halved. */
function underNewRule(waits: readonly JudgedWait[]): JudgedWait[] {
  const { shorterPickupOnDay = Infinity } = SIZE;
  const from = shorterPickupOnDay + DAYS_TO_LEARN;
  return waits.filter(({ placedOn }) => placedOn >= from && placedOn < from + DAYS_TO_LEARN);
}

function mustBeCalibrated({ name, likely, latest }: Coverage, bounds: Bounds = BOUNDS): void {
  const isWithin = (share: number, [from, to]: readonly number[]): boolean => share >= from! && share <= to!;
  expect({ name, likely, isWithin: isWithin(likely, bounds.likely) }).toMatchObject({ isWithin: true });
  expect({ name, latest, isWithin: isWithin(latest, bounds.latest) }).toMatchObject({ isWithin: true });
}

afterAll(() => {
  if (PICTURES === undefined || judged.length === 0) return;
  mkdirSync(PICTURES, { recursive: true });
  const columns = (some: readonly Coverage[], labelOf: (name: string) => string): Column[] =>
    some.filter(({ holds }) => holds >= 50).map((each) => ({ ...each, label: labelOf(each.name) }));
  const horizons = columns(byHorizon(judged), (name) => name.replace(' days', '').replace(' and more', ' +'));
  const spans = columns(bySpan(judged, SPAN_DAYS), (name) => name.replace('placed from day ', ''));
  const inTowns = `${TOWNS.length === 1 ? 'A town' : `${TOWNS.length} towns`} of ${PATRONS.toLocaleString('en')} patrons`;
  writeFileSync(
    join(PICTURES, 'coverage-by-horizon.svg'),
    coveragePicture(
      `${inTowns}: holds ready by the times told`,
      'days that the wait was told to be',
      horizons,
    ),
  );
  const changedOn = Math.floor((SIZE.shorterPickupOnDay ?? 0) / SPAN_DAYS) * SPAN_DAYS;
  writeFileSync(
    join(PICTURES, 'coverage-in-the-year.svg'),
    coveragePicture(
      `${inTowns}: pickups halved in March`,
      'day from which, for two weeks, the holds were placed',
      spans,
      String(changedOn),
    ),
  );
});
