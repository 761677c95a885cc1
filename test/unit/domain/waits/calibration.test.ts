import { calibrationOf, sharesFrom, sharesToldToday } from '../../../../src/domain/waits/calibration.js';
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
  const ready = (inTime: number, late: number, time = 'latest', period = 14): ObservationCount[] => [
    told(`told-${time}`, 1, inTime, period),
    told(`told-${time}`, 0, late, period),
  ];
  const toldShare = (share: number, holds: number): ObservationCount =>
    told('share-latest', 0, holds, 0, holds * share * 1000);

  test('are a half and nine tenths at first', () => {
    expect(sharesFrom([])).toEqual({ likely: 0.5, latest: 0.9 });
    expect(sharesFrom(ready(30, 19))).toEqual({ likely: 0.5, latest: 0.9 });
    expect(sharesFrom([told('told-left', 0, 500)])).toEqual({ likely: 0.5, latest: 0.9 });
  });

  test('grow by as much as fewer holds were ready in time, however long their waits', () => {
    const shares = sharesFrom([
      ...ready(830, 100),
      ...ready(30, 40, 'latest', 56),
      ...ready(470, 530, 'likely'),
    ]);
    expect(shares.latest).toBeCloseTo(0.94, 10);
    expect(shares.likely).toBeCloseTo(0.53, 10);
  });

  test('stay as they are once they are right', () => {
    expect(sharesFrom([...ready(900, 100), toldShare(0.94, 1000)]).latest).toBeCloseTo(0.94, 10);
    expect(sharesFrom([...ready(920, 80), toldShare(0.94, 1000)]).latest).toBeCloseTo(0.92, 10);
  });

  test('are told each day, and counted', () => {
    const today = sharesToldToday({ likely: 0.5, latest: 0.94 }).map((each) => ({
      ...each,
      formatClass: 'eBook',
    }));
    expect(today).toEqual([told('share-likely', 0, 1, 0, 500), told('share-latest', 0, 1, 0, 940)]);
    expect(sharesFrom([...ready(900, 100), ...today]).latest).toBeCloseTo(0.94, 10);
  });

  test('never ask for nearly all runs, and hardly for fewer than a half or nine tenths', () => {
    expect(sharesFrom(ready(100, 900)).latest).toBe(0.97);
    expect(sharesFrom(ready(920, 80)).latest).toBeCloseTo(0.88, 10);
    expect(sharesFrom(ready(1_000, 0)).latest).toBe(0.87);
    expect(sharesFrom(ready(100, 900, 'likely')).likely).toBe(0.6);
    expect(sharesFrom(ready(1_000, 0, 'likely')).likely).toBe(0.44);
  });
});
