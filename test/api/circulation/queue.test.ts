import fc from 'fast-check';
import { mustSucceed } from '../../support/client.js';
import { conditionIn, conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});

/** The place and the length of the queue, as the patron sees them. */
async function placeOf(patron: TestPatron, title: TestTitle): Promise<string> {
  const { holdListPosition, numberOfHolds } = (await patron.find(title)).body;
  return `${holdListPosition} of ${numberOfHolds}`;
}

async function placesOf(title: TestTitle, ...patrons: TestPatron[]): Promise<string[]> {
  return Promise.all(patrons.map((patron) => placeOf(patron, title)));
}

describe('the place of a hold', () => {
  test('follows the order of placement', async () => {
    const title = await library.addTitle();
    expect(await placesOf(title, ...(await library.fillQueue(title, 3)))).toEqual([
      '1 of 3',
      '2 of 3',
      '3 of 3',
    ]);
  });

  test('counts the suspended holds before it, which keep their places', async () => {
    const title = await library.addTitle();
    const [first, second, third] = await library.fillQueue(title, 3);
    await mustSucceed(first.suspend(title));
    await mustSucceed(second.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
    expect(await placesOf(title, first, second, third)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  });

  test('is 1 of 1 for a ready hold, whatever its ticket and however long the queue', async () => {
    const title = await library.addTitle();
    const [first, second, third] = await library.fillQueue(title, 3);
    await mustSucceed(first.suspend(title));
    await library.setCopiesOwned(title, 1);
    expect(await conditionsOf(title, first, second, third)).toEqual(['suspended', 'ready', 'waiting']);
    expect(await placesOf(title, first, second, third)).toEqual(['1 of 3', '1 of 1', '3 of 3']);
  });

  test('is also 1 of 1 for the only hold that waits: only the checkout action shows that a hold is ready', async () => {
    const { patron, title } = await library.waiting();
    const { holdListPosition, numberOfHolds, actions } = (await patron.find(title)).body;
    expect([holdListPosition, numberOfHolds]).toEqual([1, 1]);
    expect(actions).not.toHaveProperty('checkout');
  });

  test('moves up by one when a hold before it ends, and not when one behind it does', async () => {
    const title = await library.addTitle();
    const [first, second, third, fourth] = await library.fillQueue(title, 4);
    await mustSucceed(fourth.remove(title));
    expect(await placesOf(title, first, second, third)).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    await mustSucceed(first.remove(title));
    expect(await placesOf(title, second, third)).toEqual(['1 of 2', '2 of 2']);
  });

  test('is correct in a queue that is longer than a block of tickets', async () => {
    const [title, patrons] = [await library.addTitle(), await library.addPatrons(70)];
    for (const patron of patrons) await mustSucceed(patron.place(title, { ignoreHoldEmail: true }));
    expect(await placesOf(title, ...patrons)).toEqual(patrons.map((_, index) => `${index + 1} of 70`));
    const [first, ...others] = patrons;
    await first?.remove(title);
    await others.pop()?.remove(title);
    expect(await placesOf(title, ...others)).toEqual(others.map((_, index) => `${index + 1} of 68`));
  });

  test('counts only the holds of its own library', async () => {
    const { patron, title } = await library.waiting();
    const other = await TestLibrary.open();
    await other.setCopiesOwned(title, 1);
    const otherPatron = await other.addPatron();
    await mustSucceed(otherPatron.place(title));
    expect(await conditionsOf(title, patron, otherPatron)).toEqual(['waiting', 'ready']);
    expect(await placeOf(patron, title)).toBe('1 of 1');
  });

  test('counts the holds of all categories', async () => {
    const title = await library.addTitle();
    const child = await library.addPatron({ category: 'child' });
    const adult = await library.addPatron();
    await mustSucceed(child.place(title));
    await mustSucceed(adult.place(title));
    expect(await placesOf(title, child, adult)).toEqual(['1 of 2', '2 of 2']);
  });
});

describe('a copy that becomes free', () => {
  const FREEING: readonly (readonly [string, (holder: TestPatron, title: TestTitle) => Promise<unknown>])[] =
    [
      ['a ready hold is removed', (holder, title) => mustSucceed(holder.remove(title))],
      ['a ready hold is suspended', (holder, title) => mustSucceed(holder.suspend(title))],
      [
        'a loan is returned',
        async (holder, title) => {
          await mustSucceed(holder.borrow(title));
          await mustSucceed(holder.returnTitle(title));
        },
      ],
      ['the library buys one more', (_, title) => library.setCopiesOwned(title, 2)],
    ];

  test.each(FREEING)(
    'goes to the next hold at once when %s, and skips a suspended one, which keeps its place',
    async (_, free) => {
      const title = await library.addTitle(1);
      const [holder, suspended, next, last] = await library.fillQueue(title, 4);
      await mustSucceed(suspended.suspend(title));
      expect(await conditionsOf(title, suspended, next, last)).toEqual(['suspended', 'waiting', 'waiting']);
      await free(holder, title);
      expect(await conditionsOf(title, suspended, next, last)).toEqual(['suspended', 'ready', 'waiting']);
    },
  );

  test('goes to as many holds as there are copies', async () => {
    const title = await library.addTitle();
    const patrons = await library.fillQueue(title, 4);
    await library.setCopiesOwned(title, 3);
    expect(await conditionsOf(title, ...patrons)).toEqual(['ready', 'ready', 'ready', 'waiting']);
  });

  test('stays free when nobody waits, and the next new hold is ready at once', async () => {
    const { patron, title } = await library.ready();
    await mustSucceed(patron.remove(title));
    const next = await library.addPatron();
    expect(conditionIn({ ...(await next.place(title)), status: 200 })).toBe('ready');
  });

  test('goes to a released hold before those behind it', async () => {
    const title = await library.addTitle(1);
    const [holder, suspended, last] = await library.fillQueue(title, 3);
    await mustSucceed(suspended.suspend(title));
    await mustSucceed(suspended.release(title));
    await mustSucceed(holder.remove(title));
    expect(await conditionsOf(title, suspended, last)).toEqual(['ready', 'waiting']);
  });
});

describe('a copy of a collection', () => {
  test('goes only to patrons whose category may use it', async () => {
    const title = await library.addTitle({ main: 0, adults: 0 });
    const child = await library.addPatron({ category: 'child' });
    const adult = await library.addPatron();
    await mustSucceed(child.place(title));
    await mustSucceed(adult.place(title));
    await library.setCopiesOwned(title, 1, 'adults');
    expect(await conditionsOf(title, child, adult)).toEqual(['waiting', 'ready']);
    expect(await placeOf(child, title)).toBe('1 of 2');
    await library.setCopiesOwned(title, 1, 'main');
    expect(await conditionsOf(title, child, adult)).toEqual(['ready', 'ready']);
  });

  test('is taken from the one that the fewest may use, which leaves the others for patrons without a choice', async () => {
    const title = await library.addTitle({ main: 1, adults: 1 });
    const [adult, child] = [await library.addPatron(), await library.addPatron({ category: 'child' })];
    await mustSucceed(adult.place(title));
    await mustSucceed(child.place(title));
    expect(await conditionsOf(title, adult, child)).toEqual(['ready', 'ready']);
    expect(await library.copiesOf(title)).toMatchObject({ main: { setAside: 1 }, adults: { setAside: 1 } });
  });

  test('is taken by a released hold from the one that the fewest may use', async () => {
    const title = await library.addTitle({ main: 0, adults: 0 });
    const [adult, child] = [await library.addPatron(), await library.addPatron({ category: 'child' })];
    await mustSucceed(adult.place(title));
    await mustSucceed(child.place(title));
    await mustSucceed(adult.suspend(title));
    await library.setCopiesOwned(title, 1, 'adults');
    await mustSucceed(child.suspend(title));
    await library.setCopiesOwned(title, 1, 'main');
    await mustSucceed(adult.release(title));
    await mustSucceed(child.release(title));
    expect(await conditionsOf(title, adult, child)).toEqual(['ready', 'ready']);
  });

  test('stays free where nobody may use it', async () => {
    const title = await library.addTitle({ main: 0, elsewhere: 3 });
    const [first, second] = await library.fillQueue(title, 2);
    expect(await conditionsOf(title, first, second)).toEqual(['waiting', 'waiting']);
  });
});

describe('whatever the patrons do', () => {
  const COMMANDS = ['place', 'remove', 'suspend', 'release', 'borrow', 'returnTitle', 'edit'] as const;
  const step = fc.tuple(fc.constantFrom(...COMMANDS), fc.nat(4));

  function act(patron: TestPatron, title: TestTitle, command: (typeof COMMANDS)[number]): Promise<unknown> {
    if (command === 'suspend') return patron.suspend(title);
    if (command === 'edit') return patron.edit(title, { emailAddress: 'other@example.org' });
    return patron[command](title);
  }

  test('the place of a hold that is not ready never gets worse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
        const [title, patrons] = [await library.addTitle(1), await library.addPatrons(5)];
        const known = new Map<TestPatron, number>();
        for (const [command, index] of steps) {
          const patron = patrons[index];
          if (patron === undefined) continue;
          await act(patron, title, command);
          for (const each of patrons) {
            const answer = await each.find(title);
            const condition = conditionIn(answer);
            if (condition === 'gone') known.delete(each);
            if (condition !== 'waiting' && condition !== 'suspended') continue;
            const { holdListPosition } = answer.body as { holdListPosition: number };
            expect(holdListPosition).toBeLessThanOrEqual(known.get(each) ?? Infinity);
            known.set(each, holdListPosition);
          }
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
