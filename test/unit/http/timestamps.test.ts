import { representTime } from '../../../src/http/answers/timestamp.representation.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';

const bySlowMeans = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;

test(`a time is told to the second, in UTC, whatever its day (seed ${SEED})`, () => {
  const random = new SeededRandom(24);
  const edges = [0, -1, 951_827_199_999, 951_827_200_000, 4_102_444_799_999];
  const years = Array.from(
    { length: 5000 },
    () => (random.integerBelow(2 ** 31) - 2 ** 30) * 1000 + random.integerBelow(1000),
  );
  for (const each of [...edges, ...years].map((milliseconds) => new Date(milliseconds)))
    expect(representTime(each)).toBe(bySlowMeans(each));
});

test('an invalid time is refused', () => {
  expect(() => representTime(new Date(NaN))).toThrow(RangeError);
});
