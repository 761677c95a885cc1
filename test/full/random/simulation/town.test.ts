import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_LONG_RUN, report, runsOf } from '../../../support/runs/long-run.js';
import { LATEST, LIKELY } from '../../../../src/domain/waits/observation.js';
import { SEED } from '../../../support/seeded-random.js';
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
      hoursBetweenCurves: 1,
      // In the middle of March.
      shorterPickupOnDay: 73,
      // Half a year after it has opened.
      allReadFromDay: process.env.HOLDFAST_TEST_YOUNG === undefined ? undefined : 182,
    }
  : { patrons: PATRONS, titles: PATRONS / 10, days: 130, holdsAYear: 8, hoursBetweenCurves: 1 };
/** Each has other patrons, and a process of its own: a town waits for its database half of the time. */
const TOWN = Number(process.env.HOLDFAST_TEST_TOWN ?? 1);
/** Where what was told is written to, and the pictures of it, if anywhere. */
const PICTURES = process.env.HOLDFAST_TEST_PICTURES;
/** Of holds that were placed then, coverage is told by so many days. */
const SPAN_DAYS = 14;
/** So long after a change of the rules, waits are told as right as before. */
const DAYS_TO_LEARN = 42;
/** A town of many thousands takes hours. */
const MAX_DURATION_MS = 12 * 3600 * 1000;

/** Which share of the holds should be ready by a time. Of fewer than `minHolds`, chance alone takes it that far off. */
interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly minHolds: number;
}

type BoundsOfTimes = Readonly<Record<'likely' | 'latest', Bounds>>;

/**
 * Of 400 holds, the share that is ready is known to 5 % where it is a half; of 900, to 2 % where it is nine tenths. Undefined in the short run, whose
 * twenty titles have their own luck: see `boundsOfChance`.
 */
const BOUNDS: BoundsOfTimes | undefined =
  PATRONS >= 20_000
    ? { likely: { from: 0.45, to: 0.55, minHolds: 400 }, latest: { from: 0.88, to: 0.92, minHolds: 900 } }
    : IS_LONG_RUN
      ? { likely: { from: 0.45, to: 0.55, minHolds: 400 }, latest: { from: 0.86, to: 0.94, minHolds: 400 } }
      : undefined;
const MIN_HOLDS = 50;
const ASKED = { likely: LIKELY, latest: LATEST } as const;

/** Chance takes a share further than three standard errors in one of 400 towns. */
function boundsOfChance({ errors }: Coverage, time: keyof typeof ASKED): Bounds {
  const off = 3 * errors[time];
  return { from: ASKED[time] - off, to: ASKED[time] + off, minHolds: MIN_HOLDS };
}

/** In so short a time, more or fewer holds than usual come to all titles together. */
const BOUNDS_OF_WEEKS: BoundsOfTimes =
  PATRONS >= 20_000
    ? { likely: { from: 0.42, to: 0.58, minHolds: 400 }, latest: { from: 0.86, to: 0.94, minHolds: 900 } }
    : { likely: { from: 0.3, to: 0.7, minHolds: 400 }, latest: { from: 0.8, to: 0.98, minHolds: 400 } };

let judged: readonly JudgedWait[] = [];

test(
  `half of the holds are ready by the likely time, and nine of ten by the latest (seed ${SEED}, town ${TOWN})`,
  async () => {
    const beganAt = performance.now();
    const town = await Town.found({ seed: 23 + TOWN, ...SIZE });
    await town.live();
    await town.close();
    const over = judgedOf(town.told, SIZE.days);
    judged = over;
    report(
      `Town ${TOWN}: ${town.placed} holds were placed, ${town.borrowed} titles were borrowed, in ${Math.round((performance.now() - beganAt) / 1000)} s.`,
    );
    const all = coverageOf('all', over);
    const horizons = byHorizon(over);
    for (const each of [
      all,
      coverageOf('the first six weeks', inFirstWeeks(over)),
      ...horizons,
      ...(IS_LONG_RUN ? bySpan(over, SPAN_DAYS) : []),
    ])
      report(`Town ${TOWN}, ${describeCoverage(each)}`);

    expect(over.length).toBeGreaterThan(80);
    for (const each of [all, ...horizons]) mustBeCalibrated(each);
    const known = horizons.filter(({ holds }) => holds >= (BOUNDS?.likely.minHolds ?? MIN_HOLDS));
    for (const each of [all, ...known]) mustBeatSimpleRules(each);
    mustBeCalibrated(coverageOf('under the new rule', underNewRule(over)), BOUNDS_OF_WEEKS);
  },
  MAX_DURATION_MS,
);

/** Those that were placed while the library had just begun to tell what is likely. */
function inFirstWeeks(waits: readonly JudgedWait[]): JudgedWait[] {
  const first = Math.min(...waits.map(({ placedOn }) => placedOn));
  return waits.filter(({ placedOn }) => placedOn < first + DAYS_TO_LEARN);
}

/** Those that were placed in the six weeks that begin six weeks after the time for a pickup was halved. */
function underNewRule(waits: readonly JudgedWait[]): JudgedWait[] {
  const { shorterPickupOnDay = Infinity } = SIZE;
  const from = shorterPickupOnDay + DAYS_TO_LEARN;
  return waits.filter(({ placedOn }) => placedOn >= from && placedOn < from + DAYS_TO_LEARN);
}

function mustBeCalibrated(coverage: Coverage, bounds = BOUNDS): void {
  for (const time of ['likely', 'latest'] as const) {
    const { name, holds, [time]: share } = coverage;
    const { from, to, minHolds } = bounds?.[time] ?? boundsOfChance(coverage, time);
    if (holds >= minHolds)
      expect({ name, time, share, isWithin: share >= from && share <= to }).toMatchObject({ isWithin: true });
  }
}

function mustBeatSimpleRules({ name, ...days }: Coverage): void {
  const isCloser = days.daysOff < days.daysOffLastWait && days.daysOff < days.daysOffSimpleWait;
  expect({ name, ...days, isCloser }).toMatchObject({ isCloser: true });
}

afterAll(() => {
  if (PICTURES === undefined || judged.length === 0) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `town-${TOWN}.json`), JSON.stringify(judged));
  // The last town to end draws all.
  const files = readdirSync(PICTURES).filter((name) => /^town-\d+\.json$/.test(name));
  draw(
    PICTURES,
    files.flatMap((name) => JSON.parse(readFileSync(join(PICTURES, name), 'utf8')) as JudgedWait[]),
    files.length,
  );
});

function draw(folder: string, waits: readonly JudgedWait[], towns: number): void {
  const columns = (some: readonly Coverage[], labelOf: (name: string) => string): Column[] =>
    some.filter(({ holds }) => holds >= 50).map((each) => ({ ...each, label: labelOf(each.name) }));
  const horizons = columns(byHorizon(waits), (name) => name.replace(' days', '').replace(' and more', ' +'));
  const spans = columns(bySpan(waits, SPAN_DAYS), (name) => name.replace('placed from day ', ''));
  const inTowns = `${towns === 1 ? 'A town' : `${towns} towns`} of ${PATRONS.toLocaleString('en')} patrons`;
  writeFileSync(
    join(folder, 'coverage-by-horizon.svg'),
    coveragePicture(
      `${inTowns}: holds ready by the times told`,
      'days that the wait was told to be',
      horizons,
    ),
  );
  const changedOn = Math.floor((SIZE.shorterPickupOnDay ?? 0) / SPAN_DAYS) * SPAN_DAYS;
  writeFileSync(
    join(folder, 'coverage-in-the-year.svg'),
    coveragePicture(
      `${inTowns}: pickups halved in March`,
      'day from which, for two weeks, the holds were placed',
      spans,
      String(changedOn),
    ),
  );
}
