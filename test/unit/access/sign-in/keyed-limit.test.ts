import { KeyedLimit } from '../../../../src/access/sign-in/keyed-limit.js';
import { SeededRandom, SEED } from '../../../support/seeded-random.js';

/** Work that ends when the test says so, and records the order in which it began. */
class Workbench {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  work(name: string): () => Promise<string> {
    return () => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, () => resolve(name)));
    };
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)?.();
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('one key waits for itself, and not for another', async () => {
  const [limit, bench] = [new KeyedLimit(1), new Workbench()];
  const all = [
    limit.run('card', bench.work('first')),
    limit.run('card', bench.work('second')),
    limit.run('other', bench.work('other')),
  ];
  await settled();
  expect(bench.begun).toEqual(['first', 'other']);
  await bench.end('first');
  expect(bench.begun).toEqual(['first', 'other', 'second']);
  await bench.end('second');
  await bench.end('other');
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(limit.size).toBe(0);
});

test(`of a lot of work at once, one of each key runs at a time, and no key is left over (seed ${SEED})`, async () => {
  const [limit, random] = [new KeyedLimit(1), new SeededRandom()];
  const busy = new Map<string, number>();
  const work = async (key: string): Promise<void> => {
    busy.set(key, (busy.get(key) ?? 0) + 1);
    for (let i = random.integerBelow(4); i > 0; i--) await Promise.resolve();
    expect(busy.get(key)).toBe(1);
    busy.set(key, 0);
    if (random.integerBelow(3) === 0) throw new Error('broken');
  };
  const keys = Array.from({ length: 500 }, () => random.pick(['a', 'b', 'c']));
  const ends = await Promise.allSettled(keys.map((key) => limit.run(key, () => work(key))));
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toEqual(new Error('broken'));
  expect([...busy.values()]).toEqual([0, 0, 0]);
  expect(limit.size).toBe(0);
});

test('as much work of one key runs at once as the limit says', async () => {
  const [limit, bench] = [new KeyedLimit(2), new Workbench()];
  const all = ['a', 'b', 'c'].map((name) => limit.run('network', bench.work(name)));
  await settled();
  expect([bench.begun, limit.users('network'), limit.users('other')]).toEqual([['a', 'b'], 3, 0]);
  for (const name of ['a', 'b', 'c']) await bench.end(name);
  await Promise.all(all);
  expect(bench.begun).toEqual(['a', 'b', 'c']);
});
