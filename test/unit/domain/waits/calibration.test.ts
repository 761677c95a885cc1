import { calibrationOf } from '../../../../src/domain/waits/calibration.js';
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

test('who was ready in the very hour that was told counts half', () => {
  const { likely } = calibrationOf([
    told('told-likely', 0, 40),
    told('told-likely', 1, 35),
    told('told-likely', 2, 25),
  ]).all;
  expect(likely).toMatchObject({ holds: 100, readyByThen: 47.5 });
  expect(likely.interval!.map((each) => each.toFixed(2))).toEqual(['0.38', '0.57']);
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
