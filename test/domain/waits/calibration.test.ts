import { calibrationOf } from '../../../src/domain/waits/calibration.js';
import type { ObservationCount } from '../../../src/domain/waits/observation.js';

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
