import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { suspensionPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const LIMITED = { suspensionType: 'limited', numberOfDays: '14' };
const INDEFINITE = { suspensionType: 'indefinite' };

describe('a suspension', () => {
  test.each([
    ['indefinite', 'limited', INDEFINITE, { suspensionType: 'limited', numberOfDays: 30 }],
    ['limited', 'indefinite', LIMITED, { suspensionType: 'indefinite', numberOfDays: 0 }],
    ['limited', 'longer', LIMITED, { suspensionType: 'limited', numberOfDays: 365 }],
    ['limited', 'shorter', LIMITED, { suspensionType: 'limited', numberOfDays: 1 }],
  ])('that is %s becomes %s, and nothing else about the hold changes', async (_, __, from, to) => {
    const { patron, title } = await library.suspended(from);
    const before = (await patron.find(title)).body;
    const values = { emailAddress: patron.emailAddress, ...to };
    expectNoContent(await patron.editSuspension(title, values));
    expect((await patron.find(title)).body).toEqual({ ...before, holdSuspension: to });
  });

  test('can be set to its current values', async () => {
    const { patron, title } = await library.suspended(LIMITED);
    const before = await patron.snapshot();
    expectNoContent(await patron.editSuspension(title, LIMITED));
    expect(await patron.snapshot()).toEqual(before);
  });

  test('that becomes indefinite needs no days, and ignores any', async () => {
    for (const values of [
      {},
      { numberOfDays: '' },
      { numberOfDays: '0' },
      { numberOfDays: 0 },
      { numberOfDays: 'x' },
    ]) {
      const { patron, title } = await library.suspended(LIMITED);
      expectNoContent(await patron.editSuspension(title, { ...INDEFINITE, ...values }));
      const { holdSuspension } = (await patron.find(title)).body;
      expect(holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    }
  });

  test.each([{}, { numberOfDays: null }, { numberOfDays: '' }])(
    'that becomes limited needs days: %j',
    async (values) => {
      const { patron, title } = await library.suspended();
      const before = await patron.snapshot();
      const answer = await patron.editSuspension(title, { suspensionType: 'limited', ...values });
      expectRefusal(
        answer,
        'MissingField',
        /^numberOfDays is missing: it must be a whole number from 1 to 365/,
      );
      expect(await patron.snapshot()).toEqual(before);
    },
  );

  test.each(['0', '366', '07', 7.5, 'x'])('does not accept %j days', async (numberOfDays) => {
    const { patron, title } = await library.suspended(LIMITED);
    const before = await patron.snapshot();
    const answer = await patron.editSuspension(title, { suspensionType: 'limited', numberOfDays });
    expectRefusal(answer, 'InvalidFieldValue', /^numberOfDays must be a whole number from 1 to 365/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test('needs one of the two types', async () => {
    const { patron, title } = await library.suspended(LIMITED);
    const before = await patron.snapshot();
    expectRefusal(await patron.editSuspension(title, {}), 'MissingField', /^suspensionType is missing/);
    expectRefusal(await patron.editSuspension(title, { numberOfDays: 7 }), 'MissingField', 'suspensionType');
    expectRefusal(
      await patron.editSuspension(title, { suspensionType: 'paused', numberOfDays: 7 }),
      'InvalidFieldValue',
      'suspensionType must be indefinite or limited.',
    );
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('the address', () => {
  test('is not needed', async () => {
    const { patron, title } = await library.suspended();
    expectNoContent(await patron.editSuspension(title, LIMITED));
    expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
  });

  test('may be the hold’s own, in any case, and does not change it', async () => {
    const { patron, title } = await library.suspended();
    const emailAddress = patron.emailAddress.toUpperCase();
    expectNoContent(await patron.editSuspension(title, { ...LIMITED, emailAddress }));
    expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
  });

  test('that is another one becomes the hold’s', async () => {
    const { patron, title } = await library.suspended();
    const emailAddress = 'other@example.org';
    expectNoContent(await patron.editSuspension(title, { ...LIMITED, emailAddress }));
    expect((await patron.find(title)).body).toMatchObject({
      emailAddress,
      holdSuspension: { suspensionType: 'limited', numberOfDays: 14 },
    });
    expect((await patron.profile()).body.lastHoldEmail).toBe(emailAddress);
  });

  test('that is none is refused', async () => {
    const { patron, title } = await library.suspended();
    const before = await patron.snapshot();
    expectRefusal(
      await patron.editSuspension(title, { ...LIMITED, emailAddress: 'nobody' }),
      'InvalidEmailAddress',
    );
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each(['other@example.org', 'nobody'])(
    'is ignored for a hold without one, even %j',
    async (emailAddress) => {
      const { patron, title } = await library.suspended(INDEFINITE, { ignoreHoldEmail: true });
      expectNoContent(await patron.editSuspension(title, { ...LIMITED, emailAddress }));
      expect((await patron.find(title)).body).toMatchObject({
        emailAddress: '',
        holdSuspension: { suspensionType: 'limited', numberOfDays: 14 },
      });
    },
  );
});

describe('the hold', () => {
  test.each(['id', 'reserveId', 'crossRefId'])('in the field %s must be the one in the URL', async (name) => {
    const { patron, title } = await library.suspended();
    const other = await library.addTitle();
    await patron.place(other);
    const before = await patron.snapshot();
    for (const value of [other.reserveId, other.crossRefId, 999999])
      expectRefusal(
        await patron.editSuspension(title, { ...INDEFINITE, [name]: value }),
        'InvalidFieldValue',
        'must name the same title',
      );
    expect(await patron.snapshot()).toEqual(before);
    const { status } = await patron.editSuspension(title, { ...INDEFINITE, [name]: title.crossRefId });
    expect(status).toBe(204);
  });

  test.each(['waiting', 'ready'] as const)('that is %s has no suspension to change', async (condition) => {
    const { patron, title } = await library[condition]();
    const before = await patron.snapshot();
    expectRefusal(await patron.editSuspension(title, LIMITED), 'HoldNotSuspended');
    expectRefusal(await patron.editSuspension(title, INDEFINITE), 'HoldNotSuspended');
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each(['reserveId', 'crossRefId'] as const)('is identified in the URL by its %s', async (kind) => {
    const { patron, title } = await library.suspended();
    expectNoContent(await patron.editSuspension(title[kind], LIMITED));
    expect((await patron.find(title)).body.holdSuspension.numberOfDays).toBe(14);
  });

  test('may be identified in upper case and with a trailing slash', async () => {
    const { patron, title } = await library.suspended();
    expectNoContent(await patron.put(`${suspensionPath(title.reserveId.toUpperCase())}/`, LIMITED));
    expect((await patron.find(title)).body.holdSuspension.numberOfDays).toBe(14);
  });

  test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
    'is not found at %s',
    async (id) => {
      const { patron } = await library.suspended();
      expectRefusal(await patron.editSuspension(id, LIMITED), 'PatronDoesntHaveTitleOnHold');
    },
  );

  test('of another patron is not found, and does not change', async () => {
    const { patron: owner, title } = await library.suspended();
    const before = await owner.snapshot();
    const patron = await library.addPatron();
    expectRefusal(await patron.editSuspension(title, LIMITED), 'PatronDoesntHaveTitleOnHold');
    expect(await owner.snapshot()).toEqual(before);
  });
});
