import { readAtMostEvery } from '../../../src/platform/observability/readings.js';

describe('a value that is kept', () => {
  let reads: number;
  let now: number;
  const read = (): Promise<number> => {
    now += 20;
    return Promise.resolve(++reads);
  };
  beforeEach(() => {
    [reads, now] = [0, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  test('is read again only after the given time', async () => {
    const eager = readAtMostEvery({ milliseconds: 0 }, read);
    expect([await eager(), await eager()]).toEqual([1, 2]);
    const lazy = readAtMostEvery({ milliseconds: 3_600_000 }, read);
    expect([await lazy(), await lazy(), await lazy()]).toEqual([3, 3, 3]);
  });

  test('is kept the longer the more it cost, also if reading it failed', async () => {
    const dear = { milliseconds: 0, costMultiplier: 1_000_000 };
    const bounded = readAtMostEvery(dear, read);
    expect([await bounded(), await bounded()]).toEqual([1, 1]);
    const failing = readAtMostEvery(dear, async () => {
      await read();
      throw new Error('canceled');
    });
    expect([await failing(), await failing()]).toEqual([undefined, undefined]);
    expect(reads).toBe(2);
  });
});
