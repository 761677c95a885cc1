import { calibrationOf, sharesByWait, sharesToldToday } from '../../../../src/domain/waits/calibration.js';
import type { ObservationCount } from '../../../../src/domain/waits/observation.js';

/** How good estimates were, from what was counted. */

const told = (measure: string, bucket: number, count: number, period = 14, amount = 0): ObservationCount => ({
  measure,
  formatClass: 'eBook',
  period,
  bucket,
  count,
  amount,
});

test('the share of holds that were ready by then has a range; fewer than 50 tell nothing', () => {
  const { all, horizons } = calibrationOf([
    told('told-latest', 1, 45, 14, 90),
    told('told-latest', 0, 5, 14, 160),
    told('told-likely', 1, 20),
    told('told-likely', 0, 29),
    told('told-latest', 1, 1000, 0),
    told('told-left', 0, 7),
  ]);
  const twoWeeks = horizons.find(({ fromDays }) => fromDays === 14)!;
  expect(twoWeeks).toMatchObject({
    toDays: 28,
    likely: { holds: 49, readyByThen: 20, interval: undefined, lossHours: undefined },
    latest: { holds: 50, readyByThen: 45, lossHours: 5 },
    left: 7,
  });
  // Wilson's score interval of 45 in 50, as tables give it.
  expect(twoWeeks.latest.interval![0]).toBeCloseTo(0.7864, 4);
  expect(twoWeeks.latest.interval![1]).toBeCloseTo(0.9565, 4);
  expect(horizons[0]!.latest.interval![1]).toBe(1);
  expect(horizons[0]!.latest.interval![0]).toBeCloseTo(0.9962, 4);
  expect(all).toMatchObject({ latest: { holds: 1050, readyByThen: 1045 }, left: 7 });
});

test('each horizon begins where the one before it ends, and the last has no end', () => {
  const { horizons } = calibrationOf([]);
  horizons.forEach(({ toDays }, index) => expect(toDays).toBe(horizons[index + 1]?.fromDays));
  expect(horizons.at(-1)!.toDays).toBeUndefined();
});

test('what was told is compared with simple rules; fewer than 50 holds tell nothing', () => {
  const { all, horizons } = calibrationOf([
    told('off-last-wait', 0, 50, 14, 600),
    told('off-last-wait', 1, 50, 14, 800),
    told('off-place', 0, 49, 14, 490),
    told('off-place', 1, 49, 14, 980),
    told('off-place', 0, 1, 28, 20),
    told('off-place', 1, 1, 28, 20),
  ]);
  expect(horizons.find(({ fromDays }) => fromDays === 14)).toMatchObject({
    thanLastWait: { holds: 50, hoursOff: 12, hoursOffByRule: 16, skill: 0.25 },
    thanPlace: { holds: 49, hoursOff: undefined, hoursOffByRule: undefined, skill: undefined },
  });
  expect(all.thanPlace).toEqual({ holds: 50, hoursOff: 10.2, hoursOffByRule: 20, skill: 0.49 });
});

describe('the shares of runs that the times are told from', () => {
  const TWO_WEEKS = 15 * 24;
  const TWO_MONTHS = 60 * 24;
  const ready = (inTime: number, late: number, period: number, time = 'latest'): ObservationCount[] => [
    told(`told-${time}`, 1, inTime, period),
    told(`told-${time}`, 0, late, period),
  ];
  const toldShare = (share: number, holds: number, period: number): ObservationCount =>
    told('share-latest', 1, holds, period, holds * share * 1000);

  test('are a half and nine tenths at first', () => {
    expect(sharesByWait([])(TWO_WEEKS)).toEqual({ likely: 0.5, latest: 0.9 });
    expect(sharesByWait(ready(30, 19, 14))(TWO_WEEKS)).toEqual({ likely: 0.5, latest: 0.9 });
    expect(sharesByWait([told('told-left', 0, 500)])(TWO_WEEKS)).toEqual({ likely: 0.5, latest: 0.9 });
  });

  test('grow by as much as fewer holds were ready in time, of waits told to be as long', () => {
    const sharesOf = sharesByWait([
      ...ready(860, 140, 14),
      ...ready(90, 10, 56),
      ...ready(470, 530, 14, 'likely'),
    ]);
    expect(sharesOf(TWO_WEEKS).latest).toBeCloseTo(0.94, 10);
    expect(sharesOf(TWO_WEEKS).likely).toBeCloseTo(0.53, 10);
    expect(sharesOf(TWO_MONTHS).latest).toBe(0.9);
  });

  test('stay as they are once they are right', () => {
    const sharesOf = sharesByWait([
      ...ready(900, 100, 14),
      toldShare(0.94, 1000, 14),
      toldShare(0.9, 500, 56),
    ]);
    expect(sharesOf(TWO_WEEKS).latest).toBeCloseTo(0.94, 10);
    const tooLate = sharesByWait([...ready(920, 80, 14), toldShare(0.94, 1000, 14)]);
    expect(tooLate(TWO_WEEKS).latest).toBeCloseTo(0.92, 10);
  });

  test('are told each day for each horizon, and what was told that day is not taken for what a hold was told', () => {
    const sharesOf = sharesByWait(ready(860, 140, 14));
    const today = sharesToldToday(sharesOf).map((each) => ({ ...each, formatClass: 'eBook' }));
    expect(today).toContainEqual(told('share-latest', 0, 1, 14, 940));
    expect(today).toContainEqual(told('share-likely', 0, 1, 112, 500));
    expect(today).toHaveLength(12);
    expect(sharesByWait([...ready(900, 100, 14), ...today])(TWO_WEEKS).latest).toBeCloseTo(0.9, 10);
  });

  test('follow all waits where those of one length are too few to tell', () => {
    const sharesOf = sharesByWait([...ready(850, 140, 14), ...ready(10, 0, 56)]);
    expect(sharesOf(TWO_MONTHS).latest).toBeCloseTo(0.94, 10);
    expect(sharesOf(0).latest).toBeCloseTo(0.94, 10);
  });

  test('never ask for nearly all runs, and hardly for fewer than a half or nine tenths', () => {
    expect(sharesByWait(ready(100, 900, 14))(TWO_WEEKS).latest).toBe(0.97);
    expect(sharesByWait(ready(920, 80, 14))(TWO_WEEKS).latest).toBeCloseTo(0.88, 10);
    expect(sharesByWait(ready(1_000, 0, 14))(TWO_WEEKS).latest).toBe(0.87);
    expect(sharesByWait(ready(100, 900, 14, 'likely'))(TWO_WEEKS).likely).toBe(0.6);
    expect(sharesByWait(ready(1_000, 0, 14, 'likely'))(TWO_WEEKS).likely).toBe(0.44);
  });
});
