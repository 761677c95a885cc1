import { expectCreated, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { holdPath, HOLDS } from '../../support/paths.js';
import { category } from '../../support/records.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});

const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;
const EMAIL = { emailAddress: 'reader@example.org' };

describe('the answer to a placement', () => {
  test('is the hold, without autoCheckout, a suspension and an expiry', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const { body: profile } = await patron.profile();
    const before = Math.floor((await serviceTime(library.service)).getTime() / 1000) * 1000;
    const answer = await patron.place(title);
    const after = (await serviceTime(library.service)).getTime();

    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.body).toEqual({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: patron.emailAddress,
      holdListPosition: 1,
      numberOfHolds: 1,
      holdPlacedDate: expect.stringMatching(TIMESTAMP),
      links: {
        self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${profile.collectionToken}/products/${title.reserveId}/metadata`,
          type: 'application/vnd.holdfast.api+json',
        },
        otherFormats: {
          href: `${CATALOG_URL}/v1/collections/${profile.collectionToken}/otherFormats?products=${title.reserveId}`,
          type: 'application/vnd.holdfast.api+json',
        },
      },
      // hold-actions.test.ts shows them whole.
      actions: (await patron.find(title)).body.actions,
    });
    const placedAt = Date.parse(answer.body.holdPlacedDate as string);
    expect(placedAt).toBeGreaterThanOrEqual(before);
    expect(placedAt).toBeLessThanOrEqual(after);
  });

  test('a hold placed while a copy is free is ready at once, for the library’s 72 hours', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const answer = await patron.place(title);
    expectCreated(answer);
    expect(Object.keys(answer.body)).toEqual([
      'reserveId',
      'crossRefId',
      'emailAddress',
      'holdListPosition',
      'numberOfHolds',
      'holdPlacedDate',
      'holdExpires',
      'links',
      'actions',
    ]);
    const { holdExpires, holdPlacedDate } = answer.body;
    expect(holdExpires).toMatch(TIMESTAMP);
    expect(Date.parse(holdExpires) - Date.parse(holdPlacedDate)).toBe(72 * HOUR * 1000);
    expect(answer.body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });
});

describe('a title', () => {
  test('outside the patron’s collections is not found, like an unknown one', async () => {
    const child = await library.addPatron({ category: 'child' });
    for (const title of [await library.addTitle({ adults: 1 }), await library.addTitle({ elsewhere: 1 })]) {
      expectRefusal(await child.place(title), 'NotFound');
      expectRefusal(await child.post(HOLDS, { ...EMAIL, id: title.crossRefId }), 'NotFound');
    }
    expect(await child.snapshot()).toMatchObject({
      holds: { totalItems: 0 },
      profile: { existingPatron: false },
    });
  });

  test('that the library does not have, but another one does, is not found', async () => {
    const { patron, title } = await library.waiting();
    const other = await TestLibrary.open();
    expectRefusal(await (await other.addPatron()).place(title), 'NotFound');
    expect((await patron.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test.each(CONDITIONS)('on which a patron has a %s hold takes no second one', async (condition) => {
    const { patron, title } = await library[condition]();
    const before = await patron.snapshot();
    for (const answer of [
      await patron.place(title, EMAIL),
      await patron.post(HOLDS, { ...EMAIL, id: title.crossRefId }),
      await patron.post(holdPath(title.crossRefId), EMAIL),
      await patron.post(HOLDS, { id: title.reserveId.toUpperCase(), ignoreHoldEmail: true }),
    ])
      expectRefusal(answer, 'AlreadyOnWaitList', /^Patron is already on the waiting list\.$/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test('can be held again after the hold was removed, at the end of the queue', async () => {
    const title = await library.addTitle();
    const [first] = await library.fillQueue(title, 2);
    await first.remove(title);
    expect((await first.place(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('that the patron has on loan cannot be held, and one that another has on loan can', async () => {
    const [[borrower, patron], title] = [await library.addPatrons(2), await library.addTitle(1)];
    await mustSucceed(borrower.borrow(title));
    const before = await borrower.snapshot();
    expectRefusal(await borrower.place(title), 'NotWithinRenewalWindow');
    expect(await borrower.snapshot()).toEqual(before);
    expect((await patron.place(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  });
});

describe('the hold limit', () => {
  test('counts waiting, suspended and ready holds, until they are removed', async () => {
    const patron = await library.addPatron({ holdLimit: 3 });
    const titles = [await library.addTitle(), await library.addTitle(), await library.addTitle(1)] as const;
    for (const title of titles) await patron.place(title);
    await patron.suspend(titles[1]);
    const before = await patron.snapshot();
    expectRefusal(
      await patron.place(await library.addTitle()),
      'PatronExceededHoldLimit',
      'limit of 3 holds',
    );
    expect(await patron.snapshot()).toEqual(before);
    for (const title of titles) {
      await patron.remove(title);
      expectCreated(await patron.place(await library.addTitle()));
      expectRefusal(await patron.place(title), 'PatronExceededHoldLimit');
    }
  });

  test('of the patron goes before that of the category, and that before the library’s', async () => {
    await library.import(category('teen', ['main'], { holdLimit: 1 }));
    const teen = await library.addPatron({ category: 'teen' });
    await teen.place(await library.addTitle());
    expectRefusal(await teen.place(await library.addTitle()), 'PatronExceededHoldLimit', 'limit of 1 holds');
    const trusted = await library.addPatron({ category: 'teen', holdLimit: 2 });
    await trusted.place(await library.addTitle());
    expectCreated(await trusted.place(await library.addTitle()));
    expect((await (await library.addPatron()).profile()).body.holdLimit).toBe(15);
    const nobody = await library.addPatron({ holdLimit: 0 });
    expectRefusal(
      await nobody.place(await library.addTitle(1)),
      'PatronExceededHoldLimit',
      'limit of 0 holds',
    );
  });
});

describe('a hold that is placed suspended', () => {
  const INDEFINITE = { ...EMAIL, suspensionType: 'indefinite' };
  const TWO_WEEKS = { ...EMAIL, suspensionType: 'limited', numberOfDays: '14' };

  test.each([
    [INDEFINITE, { suspensionType: 'indefinite', numberOfDays: 0 }],
    [TWO_WEEKS, { suspensionType: 'limited', numberOfDays: 14 }],
  ])('is suspended from the start: %j', async (values, holdSuspension) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    const answer = await patron.place(title, values);
    expectCreated(answer);
    expect(answer.body).toMatchObject({ holdSuspension, holdListPosition: 1, numberOfHolds: 1 });
    expect((await patron.find(title)).body.holdSuspension).toEqual(holdSuspension);
  });

  test('has no copy set aside at any moment, and nobody is told of one', async () => {
    const [[patron, next], title] = [await library.addPatrons(2), await library.addTitle(1)];
    const written: string[] = [];
    const stop = interceptStatements(({ name }) => void written.push(name ?? ''));
    try {
      expectCreated(await patron.place(title, INDEFINITE));
    } finally {
      stop();
    }
    expect(written).not.toEqual([]);
    expect(written.filter((name) => /^(queue-assign-copies|outbox-)/.test(name))).toEqual([]);
    expect(await library.copiesOf(title)).toMatchObject({ main: { setAside: 0 } });
    expectCreated(await next.place(title));
    expect(await conditionsOf(title, patron, next)).toEqual(['suspended', 'ready']);
  });

  test('keeps its place, and is next once it is released', async () => {
    const [[patron, next], title] = [await library.addPatrons(2), await library.addTitle()];
    expectCreated(await patron.place(title, INDEFINITE));
    expectCreated(await next.place(title));
    await mustSucceed(patron.release(title));
    await library.setCopiesOwned(title, 1);
    expect(await conditionsOf(title, patron, next)).toEqual(['ready', 'waiting']);
  });

  test('waits when its days are over', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    expectCreated(await patron.place(title, TWO_WEEKS));
    await advanceClock(library.service, 14 * DAY - MINUTE);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
    await advanceClock(library.service, MINUTE);
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  });

  test('is refused when its suspension is, and waits when it has none', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle()];
    for (const [values, code, message] of [
      [{ suspensionType: 'paused' }, 'InvalidFieldValue', 'suspensionType must be indefinite or limited.'],
      [{ suspensionType: 'limited' }, 'MissingField', /^numberOfDays is missing/],
      [{ suspensionType: 'limited', numberOfDays: '0' }, 'InvalidFieldValue', /^numberOfDays must be/],
    ] as const)
      expectRefusal(await patron.place(title, { ...EMAIL, ...values }), code, message);
    expect((await patron.list()).body.totalItems).toBe(0);
    for (const values of [{ suspensionType: '' }, { suspensionType: null }, { numberOfDays: 'soon' }]) {
      expectCreated(await patron.place(title, { ...EMAIL, ...values }));
      expect(await conditionsOf(title, patron)).toEqual(['waiting']);
      await mustSucceed(patron.remove(title));
    }
  });
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
