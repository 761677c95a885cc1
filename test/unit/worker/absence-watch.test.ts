import { AbsenceWatch } from '../../../src/worker/absence-watch.js';

const SECOND = 1_000;

describe('what is absent, such as a runner’s lock,', () => {
  test('is gone when it is absent at every look for 12 s', () => {
    const runners = new AbsenceWatch();
    const dead = [0, 2, 4, 6, 8, 10, 11.9, 12, 14].map((second) => runners.look(['a'], second * SECOND));
    expect(dead).toEqual([[], [], [], [], [], [], [], ['a'], ['a']]);
  });

  test('is not gone when it was there in between', () => {
    const runners = new AbsenceWatch();
    runners.look(['a', 'b'], 0);
    runners.look(['b'], 6 * SECOND);
    expect(runners.look(['a', 'b'], 12 * SECOND)).toEqual(['b']);
    expect(runners.look(['a', 'b'], 23 * SECOND)).toEqual(['b']);
    expect(runners.look(['a', 'b'], 24 * SECOND)).toEqual(['a', 'b']);
  });

  test('gets the whole time again after a look that failed, because the database was down', () => {
    const runners = new AbsenceWatch();
    runners.look(['a'], 0);
    runners.forget();
    expect(runners.look(['a'], 12 * SECOND)).toEqual([]);
    expect(runners.look(['a'], 24 * SECOND)).toEqual(['a']);
  });
});
