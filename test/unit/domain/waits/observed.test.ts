import type { HoldFacts } from '../../../../src/domain/holds/event-facts.js';
import { type Observation, observationsOf } from '../../../../src/domain/waits/observed.js';

/** What is learned of a hold whose patron was told 10 and 20 days. */

const [HOUR, DAY] = [60, 24 * 60];
const [LIKELY, LATEST] = [10 * DAY, 20 * DAY];

const factsAfter = (waited: number): HoldFacts => ({
  formatClass: 'eBook',
  pickupHours: 72,
  waited,
  ready: null,
  hasMissed: false,
  hasOnlyWaited: true,
  toldLikely: LIKELY,
  toldLatest: LATEST,
  toldByRules: [null, null],
});

const toldOf = (observations: readonly Observation[]): unknown[] =>
  observations
    .filter(({ measure }) => measure.startsWith('told'))
    .map(({ measure, bucket, inMinutes }) => [measure, bucket, inMinutes]);

test.each([
  ['after the hour that was told', LIKELY + 1, 0],
  ['at the time that was told', LIKELY, 2],
  ['in the hour that was told', LIKELY - HOUR + 1, 2],
  ['before that hour', LIKELY - HOUR, 1],
])('a hold that is ready %s counts in the week of that time', (_, waited, bucket) => {
  expect(toldOf(observationsOf('hold.ready', factsAfter(waited)))).toEqual([
    ['told-likely', bucket, LIKELY - waited],
    ['told-latest', 1, LATEST - waited],
  ]);
});

test('a hold that leaves after a time that was told was late, and of one that leaves before nothing is known', () => {
  const leaving = (waited: number): unknown[] =>
    toldOf(observationsOf('hold.ended', factsAfter(waited), 'removed-by-patron'));
  expect(leaving(9 * DAY)).toEqual([['told-left', 0, 11 * DAY]]);
  expect(leaving(11 * DAY)).toEqual([
    ['told-likely', 0, -DAY],
    ['told-left', 0, 9 * DAY],
  ]);
  expect(leaving(21 * DAY)).toEqual([
    ['told-likely', 0, -11 * DAY],
    ['told-latest', 0, -DAY],
  ]);
  expect(toldOf(observationsOf('hold.suspended', factsAfter(21 * DAY)))).toHaveLength(2);
});
