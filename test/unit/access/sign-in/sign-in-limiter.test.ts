import { KeyedLimit } from '../../../../src/platform/keyed-limit.js';
import { type SignInEntry, SignInLimiter } from '../../../../src/access/sign-in/sign-in-limiter.js';
import { SeededRandom, SEED } from '../../../support/seeded-random.js';

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a limit by key', () => {
  test('lets as much work of one key run at once as it says, in its order, and another key not wait', async () => {
    const limit = new KeyedLimit(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const start = (key: string, name: string): Promise<string> =>
      limit.run(key, () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(name)));
      });
    const all = [...['a', 'b', 'c', 'd'].map((name) => start('network', name)), start('other', 'e')];
    await settled();
    expect([begun, limit.users('network'), limit.users('other')]).toEqual([['a', 'b', 'e'], 4, 1]);
    for (const [ended, next] of [
      ['b', 'c'],
      ['a', 'd'],
    ] as const) {
      ends.get(ended)!();
      await settled();
      expect(begun.at(-1)).toBe(next);
    }
    for (const name of ['c', 'd', 'e']) ends.get(name)!();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(limit.size).toBe(0);
  });

  test(`of a lot of work at once, lets one of each key run at a time, and leaves no key over (seed ${SEED})`, async () => {
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
});

describe('the line of sign-ins', () => {
  let line: SignInLimiter;
  let end: () => void;
  let ended: Promise<void>;
  beforeEach(() => {
    line = new SignInLimiter();
    ({ promise: ended, resolve: end } = Promise.withResolvers<void>());
  });
  let lastCard = 0;
  const run = (entry: Partial<SignInEntry>, work = (): Promise<void> => ended): Promise<void> =>
    line.run(
      { card: `card ${++lastCard}`, network: undefined, clientId: undefined, ...entry },
      () => Promise.resolve(undefined),
      work,
    );
  const enter = (entry: Partial<SignInEntry>, times: number): Promise<void>[] =>
    Array.from({ length: times }, () => run(entry));
  const refusal = expect.objectContaining({ code: 'TooManyRequests' });

  test('has 24 places for one client, and 32 in all', async () => {
    const within = [...enter({ clientId: 'a' }, 24), ...enter({ clientId: 'b' }, 8)];
    await settled();
    await expect(run({ clientId: 'a' })).rejects.toEqual(refusal);
    await expect(run({ clientId: 'c' })).rejects.toEqual(refusal);
    end();
    await Promise.all(within);
  });

  test.each<[string, Partial<SignInEntry>, number]>([
    ['one card', { card: 'card' }, 1],
    ['one network', { network: '192.0.2.0/24' }, 4],
  ])(
    'has few places for %s: the next attempts wait before it, and then are refused',
    async (_, entry, places) => {
      let inLine = 0;
      const work = (): Promise<void> => {
        inLine++;
        return ended;
      };
      const within = Array.from({ length: 33 }, () => run(entry, work));
      await settled();
      expect(inLine).toBe(places);
      await expect(run(entry)).rejects.toEqual(refusal);
      const others = enter({ network: '198.51.100.0/24' }, 4);
      end();
      await Promise.all([...within, ...others]);
      expect(inLine).toBe(33);
    },
  );

  test('gives no place to what is refused anyway', async () => {
    const within = enter({}, 31);
    await settled();
    let isWorkedOn = false;
    const refused = line.run<string>(
      { card: 'card', network: undefined, clientId: undefined },
      () => Promise.resolve('refused'),
      () => {
        isWorkedOn = true;
        return Promise.resolve('worked on');
      },
    );
    within.push(run({}));
    expect([await refused, isWorkedOn]).toEqual(['refused', false]);
    end();
    await Promise.all(within);
  });

  test('has a place free again after each sign-in, also one that fails', async () => {
    const within = enter({ clientId: 'a' }, 23);
    for (let times = 0; times < 50; times++) {
      await run({ clientId: 'a' }, () => Promise.resolve());
      await expect(run({ clientId: 'a' }, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    }
    end();
    await Promise.all(within);
  });
});
