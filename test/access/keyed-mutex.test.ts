import { KeyedMutex } from '../../src/access/keyed-mutex.js';
import { SeededRandom, SEED } from '../support/seeded-random.js';

/** Work that ends when the test says so, and records the order in which it began. */
class Workbench {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (failure?: Error) => void>();

  work(name: string): () => Promise<string> {
    return () => {
      this.begun.push(name);
      return new Promise((resolve, reject) => {
        this.ends.set(name, (failure) => {
          if (failure === undefined) resolve(name);
          else reject(failure);
        });
      });
    };
  }

  async end(name: string, failure?: Error): Promise<void> {
    this.ends.get(name)?.(failure);
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('one key waits for itself, and not for another', async () => {
  const [mutex, bench] = [new KeyedMutex(), new Workbench()];
  const all = [
    mutex.run('card', bench.work('first')),
    mutex.run('card', bench.work('second')),
    mutex.run('other', bench.work('other')),
  ];
  await settled();
  expect(bench.begun).toEqual(['first', 'other']);
  await bench.end('first');
  expect(bench.begun).toEqual(['first', 'other', 'second']);
  await bench.end('second');
  await bench.end('other');
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(mutex.size).toBe(0);
});

test('work that fails lets the next one start, and only its own caller sees the failure', async () => {
  const [mutex, bench] = [new KeyedMutex(), new Workbench()];
  const failing = expect(mutex.run('card', bench.work('a'))).rejects.toThrow('broken');
  const next = mutex.run('card', bench.work('b'));
  await settled();
  await bench.end('a', new Error('broken'));
  await failing;
  await bench.end('b');
  expect(await next).toBe('b');
  expect(mutex.size).toBe(0);
});

test(`of a lot of work at once, one of each key runs at a time, and no key is left over (seed ${SEED})`, async () => {
  const [mutex, random] = [new KeyedMutex(), new SeededRandom()];
  const busy = new Map<string, number>();
  const work = async (key: string): Promise<void> => {
    busy.set(key, (busy.get(key) ?? 0) + 1);
    for (let i = random.integerBelow(4); i > 0; i--) await Promise.resolve();
    expect(busy.get(key)).toBe(1);
    busy.set(key, 0);
    if (random.integerBelow(3) === 0) throw new Error('broken');
  };
  const keys = Array.from({ length: 500 }, () => random.pick(['a', 'b', 'c']));
  const ends = await Promise.allSettled(keys.map((key) => mutex.run(key, () => work(key))));
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toEqual(new Error('broken'));
  expect([...busy.values()]).toEqual([0, 0, 0]);
  expect(mutex.size).toBe(0);
});
