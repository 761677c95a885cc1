import { expectCreated, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { category } from '../support/records.js';
import { holdPath, HOLDS, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

describe('one hold per patron and title', () => {
  test.each(['waiting', 'suspended', 'ready'] as const)(
    'a title with a %s hold cannot be held again, whichever identifier names it',
    async (condition) => {
      const { reader, title } = await library[condition]();
      const before = await reader.everything();
      const values = { emailAddress: 'other@example.org' };
      const again = [
        await reader.place(title, values),
        await reader.post(HOLDS, { ...values, id: title.crossRefId }),
        await reader.post(HOLDS, { ...values, id: title.reserveId.toUpperCase() }),
        await reader.post(holdPath(title), values),
        await reader.post(holdPath(title.crossRefId), values),
        await reader.post(HOLDS, { id: title.crossRefId, ignoreHoldEmail: true }),
      ];
      for (const answer of again) {
        expectRefusal(answer, 'AlreadyOnWaitList');
        expect(answer.body.message).toBe('Patron is already on the waiting list.');
      }
      expect(await reader.everything()).toEqual(before);
    },
  );

  test('a title whose hold was removed can be held again, at the end of the queue', async () => {
    const title = await library.title();
    const [first] = await library.inLine(title, 2);
    await first.remove(title);
    expect((await first.place(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('a title that the patron has borrowed cannot be held', async () => {
    const [reader, title] = [await library.reader(), await library.title(2)];
    await granted(reader.borrow(title));
    const before = await reader.everything();
    expectRefusal(await reader.place(title), 'TitleAlreadyCheckedOut');
    expect(await reader.everything()).toEqual(before);
  });

  test('a title that somebody else has borrowed can be held', async () => {
    const [[borrower, reader], title] = [await library.readers(2), await library.title(1)];
    await granted(borrower.borrow(title));
    expect((await reader.place(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect(Object.keys((await reader.find(title)).body.actions)).not.toContain('checkout');
  });
});

describe('the hold limit', () => {
  test('counts live holds, suspended and ready ones included', async () => {
    const reader = await library.reader({ holdLimit: 3 });
    const [waiting, suspended, ready] = [
      await library.title(),
      await library.title(),
      await library.title(1),
    ];
    for (const title of [waiting, suspended, ready]) await reader.place(title);
    await reader.suspend(suspended);
    const before = await reader.everything();

    const answer = await reader.place(await library.title());
    expectRefusal(answer, 'PatronExceededHoldLimit', 'limit of 3 holds');
    expect(await reader.everything()).toEqual(before);
  });

  test.each(['waiting', 'suspended', 'ready'] as const)(
    'a %s hold that ends makes room for another',
    async (kind) => {
      const reader = await library.reader({ holdLimit: 1 });
      const title = await library.title(kind === 'ready' ? 1 : 0);
      await reader.place(title);
      if (kind === 'suspended') await reader.suspend(title);
      expectRefusal(await reader.place(await library.title()), 'PatronExceededHoldLimit');
      await reader.remove(title);
      expectCreated(await reader.place(await library.title()));
    },
  );

  test('the patron’s own limit counts before the category’s, and that before the library’s', async () => {
    await library.import(category('teen', ['main'], { holdLimit: 1 }));
    const teen = await library.reader({ category: 'teen' });
    await teen.place(await library.title());
    expectRefusal(await teen.place(await library.title()), 'PatronExceededHoldLimit', 'limit of 1 holds');

    const trusted = await library.reader({ category: 'teen', holdLimit: 2 });
    await trusted.place(await library.title());
    expectCreated(await trusted.place(await library.title()));
    expect((await (await library.reader()).profile()).body.holdLimit).toBe(15);
  });

  test('a limit of 0 lets a patron hold nothing, not even a title with a free copy', async () => {
    const reader = await library.reader({ holdLimit: 0 });
    expectRefusal(await reader.place(await library.title(1)), 'PatronExceededHoldLimit', 'limit of 0 holds');
    expect(await reader.everything()).toMatchObject({
      holds: { totalItems: 0 },
      profile: { existingPatron: false },
    });
  });
});
