import { expectCreated, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { holdPath, HOLDS } from '../../support/paths.js';
import { category } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

describe('one hold per patron and title', () => {
  test.each(['waiting', 'suspended', 'ready'] as const)(
    'a patron with a %s hold cannot place another on the title, by any identifier',
    async (condition) => {
      const { patron, title } = await library[condition]();
      const before = await patron.snapshot();
      const values = { emailAddress: 'other@example.org' };
      const again = [
        await patron.place(title, values),
        await patron.post(HOLDS, { ...values, id: title.crossRefId }),
        await patron.post(HOLDS, { ...values, id: title.reserveId.toUpperCase() }),
        await patron.post(holdPath(title), values),
        await patron.post(holdPath(title.crossRefId), values),
        await patron.post(HOLDS, { id: title.crossRefId, ignoreHoldEmail: true }),
      ];
      for (const answer of again) {
        expectRefusal(answer, 'AlreadyOnWaitList');
        expect(answer.body.message).toBe('Patron is already on the waiting list.');
      }
      expect(await patron.snapshot()).toEqual(before);
    },
  );

  test('after removing a hold the patron can place a new one, at the end of the queue', async () => {
    const title = await library.addTitle();
    const [first] = await library.fillQueue(title, 2);
    await first.remove(title);
    expect((await first.place(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('a patron cannot place a hold on a title that they have on loan', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(2)];
    await mustSucceed(patron.borrow(title));
    const before = await patron.snapshot();
    expectRefusal(await patron.place(title), 'NotWithinRenewalWindow');
    expect(await patron.snapshot()).toEqual(before);
  });

  test('a patron can place a hold on a title that another has on loan', async () => {
    const [[borrower, patron], title] = [await library.addPatrons(2), await library.addTitle(1)];
    await mustSucceed(borrower.borrow(title));
    expect((await patron.place(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect(Object.keys((await patron.find(title)).body.actions)).not.toContain('checkout');
  });
});

describe('the hold limit', () => {
  test('counts waiting, suspended and ready holds', async () => {
    const patron = await library.addPatron({ holdLimit: 3 });
    const [waiting, suspended, ready] = [
      await library.addTitle(),
      await library.addTitle(),
      await library.addTitle(1),
    ];
    for (const title of [waiting, suspended, ready]) await patron.place(title);
    await patron.suspend(suspended);
    const before = await patron.snapshot();

    const answer = await patron.place(await library.addTitle());
    expectRefusal(answer, 'PatronExceededHoldLimit', 'limit of 3 holds');
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each(['waiting', 'suspended', 'ready'] as const)(
    'a removed %s hold no longer counts',
    async (kind) => {
      const patron = await library.addPatron({ holdLimit: 1 });
      const title = await library.addTitle(kind === 'ready' ? 1 : 0);
      await patron.place(title);
      if (kind === 'suspended') await patron.suspend(title);
      expectRefusal(await patron.place(await library.addTitle()), 'PatronExceededHoldLimit');
      await patron.remove(title);
      expectCreated(await patron.place(await library.addTitle()));
    },
  );

  test('the patron’s own limit overrides the category’s, and that the library’s', async () => {
    await library.import(category('teen', ['main'], { holdLimit: 1 }));
    const teen = await library.addPatron({ category: 'teen' });
    await teen.place(await library.addTitle());
    expectRefusal(await teen.place(await library.addTitle()), 'PatronExceededHoldLimit', 'limit of 1 holds');

    const trusted = await library.addPatron({ category: 'teen', holdLimit: 2 });
    await trusted.place(await library.addTitle());
    expectCreated(await trusted.place(await library.addTitle()));
    expect((await (await library.addPatron()).profile()).body.holdLimit).toBe(15);
  });

  test('a limit of 0 allows no hold, not even on a title with a free copy', async () => {
    const patron = await library.addPatron({ holdLimit: 0 });
    expectRefusal(
      await patron.place(await library.addTitle(1)),
      'PatronExceededHoldLimit',
      'limit of 0 holds',
    );
    expect(await patron.snapshot()).toMatchObject({
      holds: { totalItems: 0 },
      profile: { existingPatron: false },
    });
  });
});
