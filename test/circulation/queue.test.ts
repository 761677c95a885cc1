import fc from 'fast-check';
import { expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { conditionIn } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { category, collection, copies, library as libraryRecord } from '../support/records.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await witnessHandOvers(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

/** Place and length, as the reader sees them. */
async function place(reader: Reader, title: TestTitle): Promise<string> {
  const { holdListPosition, numberOfHolds } = (await reader.find(title)).body;
  return `${holdListPosition} of ${numberOfHolds}`;
}

async function places(title: TestTitle, ...readers: Reader[]): Promise<string[]> {
  return Promise.all(readers.map((reader) => place(reader, title)));
}

async function conditions(title: TestTitle, ...readers: Reader[]): Promise<string[]> {
  return Promise.all(readers.map(async (reader) => conditionIn(await reader.find(title))));
}

describe('a place', () => {
  test('is that of the order of placement', async () => {
    const title = await library.title();
    expect(await places(title, ...(await library.inLine(title, 3)))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  test('counts the suspended holds before it: one who steps aside keeps the place', async () => {
    const title = await library.title();
    const [first, second, third] = await library.inLine(title, 3);
    await granted(first.suspend(title));
    await granted(second.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
    expect(await places(title, first, second, third)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  test('counts the ready holds before it', async () => {
    const title = await library.title(2);
    const [first, second, third, fourth] = await library.inLine(title, 4);
    expect(await places(title, third, fourth)).toEqual(['3 of 4', '4 of 4']);
    expect(await places(title, first, second)).toEqual(['1 of 1', '1 of 1']);
  });

  test('of a ready hold is 1 of 1, whatever its ticket and however long the queue', async () => {
    const title = await library.title();
    const [first, second, third] = await library.inLine(title, 3);
    await granted(first.suspend(title));
    await library.own(title, 1);
    expect(await conditions(title, first, second, third)).toEqual(['suspended', 'ready', 'waiting']);
    expect(await places(title, first, second, third)).toEqual(['1 of 3', '1 of 1', '3 of 3']);
  });

  test('of a hold that waits alone is 1 of 1 too: readiness is told by the checkout action', async () => {
    const { reader, title } = await library.waiting();
    const { holdListPosition, numberOfHolds, actions } = (await reader.find(title)).body;
    expect([holdListPosition, numberOfHolds]).toEqual([1, 1]);
    expect(actions).not.toHaveProperty('checkout');
  });

  test('moves up by one when someone before it leaves, and not when someone behind does', async () => {
    const title = await library.title();
    const [first, second, third, fourth] = await library.inLine(title, 4);
    await granted(fourth.remove(title));
    expect(await places(title, first, second, third)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    await granted(first.remove(title));
    expect(await places(title, second, third)).toEqual(['1 of 2', '2 of 2']);
  });

  test('moves up when someone before it borrows the title', async () => {
    const title = await library.title(1);
    const [first, second, third] = await library.inLine(title, 3);
    await granted(first.borrow(title));
    expect(await places(title, second, third)).toEqual(['1 of 2', '2 of 2']);
  });

  test('is right in a queue that is longer than a block of tickets', async () => {
    const [title, crowd] = [await library.title(), await library.crowd(70)];
    for (const reader of crowd) await granted(reader.place(title, { ignoreHoldEmail: true }));
    expect(await places(title, ...crowd)).toEqual(crowd.map((_, index) => `${index + 1} of 70`));
    const [first, ...others] = crowd;
    await first?.remove(title);
    await others.pop()?.remove(title);
    expect(await places(title, ...others)).toEqual(others.map((_, index) => `${index + 1} of 68`));
  });

  test('is in the queue of its own library: another library’s holds on the title do not count', async () => {
    const { reader, title } = await library.waiting();
    const websiteId = 38;
    await library.import(
      libraryRecord({ websiteId, name: 'Branch' }),
      collection('main', { websiteId }),
      category('adult', ['main'], { websiteId }),
      { ...copies(title.crossRefId, 1), websiteId },
    );
    const stranger = await library.reader({ websiteId });
    await granted(stranger.place(title));
    expect(await conditions(title, reader, stranger)).toEqual(['waiting', 'ready']);
    expect(await place(reader, title)).toBe('1 of 1');
  });

  test('is in one queue, whatever the categories of those who wait', async () => {
    const title = await library.title();
    const child = await library.reader({ category: 'child' });
    const adult = await library.reader();
    await granted(child.place(title));
    await granted(adult.place(title));
    expect(await places(title, child, adult)).toEqual(['1 of 2', '2 of 2']);
  });
});

describe('a copy that becomes free', () => {
  const FREEING: readonly (readonly [string, (holder: Reader, title: TestTitle) => Promise<unknown>])[] = [
    ['a ready hold is removed', (holder, title) => granted(holder.remove(title))],
    ['a ready hold is suspended', (holder, title) => granted(holder.suspend(title))],
    [
      'a loan is returned',
      async (holder, title) => {
        await granted(holder.borrow(title));
        await granted(holder.giveBack(title));
      },
    ],
    ['the library buys one more', (_, title) => library.own(title, 2)],
  ];

  test.each(FREEING)('goes to the next in line at once when %s', async (_, free) => {
    const title = await library.title(1);
    const [holder, next, last] = await library.inLine(title, 3);
    expect(await conditions(title, next, last)).toEqual(['waiting', 'waiting']);
    await free(holder, title);
    expect(await conditions(title, next, last)).toEqual(['ready', 'waiting']);
  });

  test.each(FREEING)('passes by a suspended hold when %s, which keeps its place', async (_, free) => {
    const title = await library.title(1);
    const [holder, resting, last] = await library.inLine(title, 3);
    await granted(resting.suspend(title));
    await free(holder, title);
    expect(await conditions(title, resting, last)).toEqual(['suspended', 'ready']);
  });

  test('goes to as many as there are copies', async () => {
    const title = await library.title();
    const line = await library.inLine(title, 4);
    await library.own(title, 3);
    expect(await conditions(title, ...line)).toEqual(['ready', 'ready', 'ready', 'waiting']);
  });

  test('stays free when nobody waits, and the next who comes is ready at once', async () => {
    const { reader, title } = await library.ready();
    await granted(reader.remove(title));
    const next = await library.reader();
    expect(conditionIn({ ...(await next.place(title)), status: 200 })).toBe('ready');
  });

  test('does not go to one who comes while it is set aside', async () => {
    const { title } = await library.ready();
    const next = await library.reader();
    await granted(next.place(title));
    expect(await conditions(title, next)).toEqual(['waiting']);
  });

  test('goes to a released hold before those who came after it', async () => {
    const title = await library.title(1);
    const [holder, resting, last] = await library.inLine(title, 3);
    await granted(resting.suspend(title));
    await granted(resting.release(title));
    await granted(holder.remove(title));
    expect(await conditions(title, resting, last)).toEqual(['ready', 'waiting']);
  });
});

describe('a copy of a collection', () => {
  test('goes only to those whose category may use it', async () => {
    const title = await library.title({ main: 0, adults: 0 });
    const child = await library.reader({ category: 'child' });
    const adult = await library.reader();
    await granted(child.place(title));
    await granted(adult.place(title));
    await library.own(title, 1, 'adults');
    expect(await conditions(title, child, adult)).toEqual(['waiting', 'ready']);
    expect(await place(child, title)).toBe('1 of 2');
    await library.own(title, 1, 'main');
    expect(await conditions(title, child, adult)).toEqual(['ready', 'ready']);
  });

  test('that a newcomer may not use does not make their hold ready', async () => {
    const title = await library.title({ main: 0, adults: 1 });
    const child = await library.reader({ category: 'child' });
    await granted(child.place(title));
    expect(await conditions(title, child)).toEqual(['waiting']);
    const adult = await library.reader();
    await granted(adult.place(title));
    expect(await conditions(title, adult)).toEqual(['ready']);
  });

  test('that fewest may use is taken first, so that the others stay for those who have no choice', async () => {
    const title = await library.title({ main: 1, adults: 1 });
    const [adult, child] = [await library.reader(), await library.reader({ category: 'child' })];
    await granted(adult.place(title));
    await granted(child.place(title));
    expect(await conditions(title, adult, child)).toEqual(['ready', 'ready']);
    expect(await library.shelf(title)).toMatchObject({ main: { setAside: 1 }, adults: { setAside: 1 } });
  });

  test('that fewest may use is taken first by a released hold too', async () => {
    const title = await library.title({ main: 0, adults: 0 });
    const [adult, child] = [await library.reader(), await library.reader({ category: 'child' })];
    await granted(adult.place(title));
    await granted(child.place(title));
    await granted(adult.suspend(title));
    await library.own(title, 1, 'adults');
    await granted(child.suspend(title));
    await library.own(title, 1, 'main');
    await granted(adult.release(title));
    await granted(child.release(title));
    expect(await conditions(title, adult, child)).toEqual(['ready', 'ready']);
  });

  test('that the next in line may not use goes to the first behind who may', async () => {
    const title = await library.title({ main: 0, adults: 1 });
    const [holder, child, adult] = [
      await library.reader(),
      await library.reader({ category: 'child' }),
      await library.reader(),
    ];
    for (const reader of [holder, child, adult]) await granted(reader.place(title));
    await granted(holder.remove(title));
    expect(await conditions(title, child, adult)).toEqual(['waiting', 'ready']);
  });

  test('that nobody may use leaves everyone waiting', async () => {
    const title = await library.title({ main: 0, elsewhere: 3 });
    const [first, second] = await library.inLine(title, 2);
    expect(await conditions(title, first, second)).toEqual(['waiting', 'waiting']);
  });
});

describe('two libraries with the same title', () => {
  test('know nothing of each other’s copies', async () => {
    const { reader, title } = await library.waiting();
    await library.import(
      libraryRecord({ websiteId: 39, name: 'Branch' }),
      collection('main', { websiteId: 39 }),
      category('adult', ['main'], { websiteId: 39 }),
    );
    const stranger = await library.reader({ websiteId: 39 });
    expectRefusal(await stranger.place(title), 'NotFound');
    expect(await place(reader, title)).toBe('1 of 1');
  });
});

describe('whatever the patrons do', () => {
  const COMMANDS = ['place', 'remove', 'suspend', 'release', 'borrow', 'giveBack', 'edit'] as const;
  const step = fc.tuple(fc.constantFrom(...COMMANDS), fc.nat(4));

  function act(reader: Reader, title: TestTitle, command: (typeof COMMANDS)[number]): Promise<unknown> {
    if (command === 'suspend') return reader.suspend(title);
    if (command === 'edit') return reader.edit(title, { emailAddress: 'other@example.org' });
    return reader[command](title);
  }

  test('the place of a hold that is not ready never gets worse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
        const [title, crowd] = [await library.title(1), await library.crowd(5)];
        const known = new Map<Reader, number>();
        for (const [command, index] of steps) {
          const reader = crowd[index];
          if (reader === undefined) continue;
          await act(reader, title, command);
          for (const each of crowd) {
            const answer = await each.find(title);
            const condition = conditionIn(answer);
            if (condition === 'gone') known.delete(each);
            if (condition !== 'waiting' && condition !== 'suspended') continue;
            const { holdListPosition } = answer.body as { holdListPosition: number };
            expect(holdListPosition).toBeLessThanOrEqual(known.get(each) ?? Infinity);
            known.set(each, holdListPosition);
          }
        }
        expect(await brokenInvariants(library.service.database)).toEqual([]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
