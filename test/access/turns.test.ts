import { Turns, TurnsByKey } from '../../src/access/turns.js';
import { Chances, SEED } from '../support/random.js';

/** Work that ends when it is told to, and tells in which order it began. */
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
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('so many go on at once, and the others follow in their order', async () => {
  const [turns, bench] = [new Turns(2), new Workbench()];
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(bench.work(name)));
  expect(bench.begun).toEqual(['a', 'b']);
  await bench.end('b');
  expect(bench.begun).toEqual(['a', 'b', 'c']);
  await bench.end('a');
  expect(bench.begun).toEqual(['a', 'b', 'c', 'd']);
  await bench.end('c');
  expect(turns.isIdle).toBe(false);
  await bench.end('d');
  expect(turns.isIdle).toBe(true);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('what fails lets the next one go on, and only its own caller is told', async () => {
  const [turns, bench] = [new Turns(1), new Workbench()];
  const failing = expect(turns.take(bench.work('a'))).rejects.toThrow('broken');
  const next = turns.take(bench.work('b'));
  await bench.end('a', new Error('broken'));
  await failing;
  await bench.end('b');
  expect(await next).toBe('b');
  expect(turns.isIdle).toBe(true);
});

test('one key waits for itself, and not for another', async () => {
  const [turns, bench] = [new TurnsByKey(), new Workbench()];
  const all = [
    turns.take('card', bench.work('first')),
    turns.take('card', bench.work('second')),
    turns.take('other', bench.work('other')),
  ];
  expect(bench.begun).toEqual(['first', 'other']);
  await bench.end('first');
  expect(bench.begun).toEqual(['first', 'other', 'second']);
  await bench.end('second');
  await bench.end('other');
  await Promise.all(all);
});

test(`of much at once no more goes on than may, and nothing is left over (seed ${SEED})`, async () => {
  const [turns, chances] = [new TurnsByKey(), new Chances()];
  const busy = new Map<string, number>();
  const work = async (key: string): Promise<void> => {
    busy.set(key, (busy.get(key) ?? 0) + 1);
    for (let i = chances.below(4); i > 0; i--) await Promise.resolve();
    expect(busy.get(key)).toBe(1);
    busy.set(key, 0);
    if (chances.below(3) === 0) throw new Error('broken');
  };
  const keys = Array.from({ length: 500 }, () => chances.oneOf(['a', 'b', 'c']));
  const ends = await Promise.allSettled(keys.map((key) => turns.take(key, () => work(key))));
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toEqual(new Error('broken'));
  expect([...busy.values()]).toEqual([0, 0, 0]);
});
