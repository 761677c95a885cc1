import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_LONG_RUN, report, runsOf } from '../../../support/runs/long-run.js';
import { SEED } from '../../../support/seeded-random.js';
import {
  byHorizon,
  bySpan,
  type Coverage,
  coverageOf,
  describeCoverage,
  isAsAsked,
  judgedOf,
  type JudgedWait,
  saysEnough,
} from './coverage.js';
import { type Column, coveragePicture } from './pictures.js';
import { Town } from './town.js';
import { isHoliday } from './town-seasons.js';

/** A town lives for months, and the waits that its patrons were told are compared with what happened. */

/** By itself, the test lives for a year, in several towns, and has a patron for each run that is asked for. */
const PATRONS = runsOf(200);
const YEAR = 365;
/** `calendar`: the library's calendar has the holidays; `untold`: it does not. Undefined: patrons behave alike all year. */
const HOLIDAYS = process.env.HOLDFAST_TEST_HOLIDAYS;
const SIZE = IS_LONG_RUN
  ? {
      patrons: PATRONS,
      titles: PATRONS / 50,
      // With holidays, the second year is judged, until after its second holidays.
      days: HOLIDAYS === undefined ? YEAR : YEAR + 265,
      holdsAYear: 3,
      hoursBetweenCurves: HOLIDAYS === undefined ? 1 : 12,
      // In the middle of March.
      shorterPickupOnDay: HOLIDAYS === undefined ? 73 : undefined,
      hasHolidays: HOLIDAYS !== undefined,
      hasCalendar: HOLIDAYS === 'calendar',
      // Half a year after it has opened.
      allReadFromDay: process.env.HOLDFAST_TEST_YOUNG === undefined ? undefined : 182,
      hasLicences: process.env.HOLDFAST_TEST_LICENCES !== undefined,
    }
  : { patrons: PATRONS, titles: PATRONS / 10, days: 130, holdsAYear: 8, hoursBetweenCurves: 1 };
/** Each has other patrons, and a process of its own: a town waits for its database half of the time. */
const TOWN = Number(process.env.HOLDFAST_TEST_TOWN ?? 1);
/** Where what was told is written to, and the pictures of it, if anywhere. */
const PICTURES = process.env.HOLDFAST_TEST_PICTURES;
/** Of holds that were placed then, coverage is told by so many days. */
const SPAN_DAYS = 14;
/** Soon before the holidays. */
const DAYS_BEFORE = 28;
/** So long after a change of the rules, waits are told as right as before. */
const DAYS_TO_LEARN = 42;
/** A town of many thousands takes hours. */
const MAX_DURATION_MS = 12 * 3600 * 1000;

let judged: readonly JudgedWait[] = [];

test(
  `half of the holds are ready by the likely time, and nine of ten by the latest (seed ${SEED}, town ${TOWN})`,
  async () => {
    const beganAt = performance.now();
    const town = await Town.found({ seed: 23 + TOWN, ...SIZE });
    await town.live();
    await town.close();
    const told = judgedOf(town.told, SIZE.days, SIZE.shorterPickupOnDay);
    const over = HOLIDAYS === undefined ? told : told.filter(({ placedOn }) => placedOn >= YEAR);
    judged = over;
    report(
      `Town ${TOWN}: ${town.placed} holds were placed, ${town.borrowed} titles were borrowed, in ${Math.round((performance.now() - beganAt) / 1000)} s.`,
    );
    const all = coverageOf('all', over);
    const licensed = over.filter(({ isLicensed }) => isLicensed);
    const ofLicences = licensed.length === 0 ? [] : [coverageOf('titles with licences', licensed)];
    if (licensed.length > 0) {
      const { holds, ready } = town.untold;
      report(`Town ${TOWN}: ${holds} holds were told nothing, of which ${ready} were ready in the end.`);
    }
    const horizons = byHorizon(over);
    const seasons = HOLIDAYS === undefined ? [] : inSeasons(over);
    for (const each of [
      all,
      ...ofLicences,
      ...(HOLIDAYS === undefined ? [coverageOf('the first six weeks', inFirstWeeks(over))] : firstYear(told)),
      ...seasons,
      ...horizons,
      ...(IS_LONG_RUN ? bySpan(over, SPAN_DAYS) : []),
    ])
      report(`Town ${TOWN}, ${describeCoverage(each)}`);

    expect({ ...all, saysEnough: saysEnough(all) }).toMatchObject({ saysEnough: true });
    // Renewals are not foreseen: long waits, across the ends of licences, are told late.
    const spans = licensed.length > 0 ? ofLicences : horizons;
    for (const each of [all, ...seasons, ...spans, coverageOf('under the new rule', underNewRule(over))])
      if (saysEnough(each)) mustBeCalibrated(each);
    for (const each of [all, ...horizons]) if (saysEnough(each)) mustBeatSimpleRules(each);
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

/** In which the library has not lived all of its seasons yet. */
function firstYear(waits: readonly JudgedWait[]): Coverage[] {
  return [
    coverageOf(
      'the first year',
      waits.filter(({ placedOn }) => placedOn < YEAR),
    ),
  ];
}

/** By the part of the year in which the holds were placed: waits that begin soon before the holidays, or in them, last into another season. */
function inSeasons(waits: readonly JudgedWait[]): Coverage[] {
  const seasonOf = ({ placedOn }: JudgedWait): string =>
    isHoliday(placedOn)
      ? 'in the holidays'
      : isHoliday(placedOn + DAYS_BEFORE)
        ? 'soon before them'
        : 'otherwise';
  return [...Map.groupBy(waits, seasonOf)].map(([name, some]) => coverageOf(`placed ${name}`, some));
}

function mustBeCalibrated({ name, ...shares }: Coverage): void {
  for (const time of ['likely', 'latest'] as const)
    expect({ name, time, ...shares[time], isAsAsked: isAsAsked(shares[time], time) }).toMatchObject({
      isAsAsked: true,
    });
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
