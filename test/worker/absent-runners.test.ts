import { AbsentRunners } from '../../src/worker/absent-runners.js';

const SECOND = 1_000;

describe('a runner without its lock', () => {
  test('is taken for dead when it has none at every look for 12 s', () => {
    const runners = new AbsentRunners();
    const dead = [0, 2, 4, 6, 8, 10, 11.9, 12, 14].map((second) => runners.look(['a'], second * SECOND));
    expect(dead).toEqual([[], [], [], [], [], [], [], ['a'], ['a']]);
  });

  test('is alive when it had the lock in between', () => {
    const runners = new AbsentRunners();
    runners.look(['a', 'b'], 0);
    runners.look(['b'], 6 * SECOND);
    expect(runners.look(['a', 'b'], 12 * SECOND)).toEqual(['b']);
    expect(runners.look(['a', 'b'], 23 * SECOND)).toEqual(['b']);
    expect(runners.look(['a', 'b'], 24 * SECOND)).toEqual(['a', 'b']);
  });

  test('gets the whole time again after a look that failed: the database was down, for all runners', () => {
    const runners = new AbsentRunners();
    runners.look(['a'], 0);
    runners.forget();
    expect(runners.look(['a'], 12 * SECOND)).toEqual([]);
    expect(runners.look(['a'], 24 * SECOND)).toEqual(['a']);
  });
});
