import { expectNoContent, expectRefusal } from '../support/answers.js';
import { suspensionPath, TestLibrary } from '../support/test-library.js';

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
    const { reader, title } = await library.suspended(from);
    const before = (await reader.find(title)).body;
    const values = { emailAddress: reader.emailAddress, ...to };
    expectNoContent(await reader.editSuspension(title, values));
    expect((await reader.find(title)).body).toEqual({ ...before, holdSuspension: to });
  });

  test('may be set to what it already is', async () => {
    const { reader, title } = await library.suspended(LIMITED);
    const before = await reader.everything();
    expectNoContent(await reader.editSuspension(title, LIMITED));
    expect(await reader.everything()).toEqual(before);
  });

  test('that becomes indefinite needs no days, and ignores any', async () => {
    for (const values of [
      {},
      { numberOfDays: '' },
      { numberOfDays: '0' },
      { numberOfDays: 0 },
      { numberOfDays: 'x' },
    ]) {
      const { reader, title } = await library.suspended(LIMITED);
      expectNoContent(await reader.editSuspension(title, { ...INDEFINITE, ...values }));
      const { holdSuspension } = (await reader.find(title)).body;
      expect(holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    }
  });

  test.each([{}, { numberOfDays: null }, { numberOfDays: '' }])(
    'that becomes limited needs days: %j',
    async (values) => {
      const { reader, title } = await library.suspended();
      const before = await reader.everything();
      const answer = await reader.editSuspension(title, { suspensionType: 'limited', ...values });
      expectRefusal(
        answer,
        'MissingField',
        /^numberOfDays is missing: it must be a whole number from 1 to 365/,
      );
      expect(await reader.everything()).toEqual(before);
    },
  );

  test.each(['0', '366', '07', 7.5, 'x'])('does not take %j days', async (numberOfDays) => {
    const { reader, title } = await library.suspended(LIMITED);
    const before = await reader.everything();
    const answer = await reader.editSuspension(title, { suspensionType: 'limited', numberOfDays });
    expectRefusal(answer, 'InvalidFieldValue', /^numberOfDays must be a whole number from 1 to 365/);
    expect(await reader.everything()).toEqual(before);
  });

  test('needs its type, one of the two', async () => {
    const { reader, title } = await library.suspended(LIMITED);
    const before = await reader.everything();
    expectRefusal(await reader.editSuspension(title, {}), 'MissingField', /^suspensionType is missing/);
    expectRefusal(await reader.editSuspension(title, { numberOfDays: 7 }), 'MissingField', 'suspensionType');
    expectRefusal(
      await reader.editSuspension(title, { suspensionType: 'paused', numberOfDays: 7 }),
      'InvalidFieldValue',
      'suspensionType must be indefinite or limited.',
    );
    expect(await reader.everything()).toEqual(before);
  });
});

describe('the address', () => {
  test('is not needed', async () => {
    const { reader, title } = await library.suspended();
    expectNoContent(await reader.editSuspension(title, LIMITED));
    expect((await reader.find(title)).body.emailAddress).toBe(reader.emailAddress);
  });

  test('when given is the hold’s own, in any case, and does not change it', async () => {
    const { reader, title } = await library.suspended();
    const emailAddress = reader.emailAddress.toUpperCase();
    expectNoContent(await reader.editSuspension(title, { ...LIMITED, emailAddress }));
    expect((await reader.find(title)).body.emailAddress).toBe(reader.emailAddress);
  });

  test('of somebody else, or none at all, is refused', async () => {
    const { reader, title } = await library.suspended();
    const before = await reader.everything();
    expectRefusal(
      await reader.editSuspension(title, { ...LIMITED, emailAddress: 'other@example.org' }),
      'EmailAddressMismatch',
    );
    expectRefusal(
      await reader.editSuspension(title, { ...LIMITED, emailAddress: 'nobody' }),
      'InvalidEmailAddress',
    );
    expect(await reader.everything()).toEqual(before);
  });

  test.each(['other@example.org', 'nobody'])(
    'is ignored for a hold that has none, even %j',
    async (emailAddress) => {
      const { reader, title } = await library.suspended(INDEFINITE, { ignoreHoldEmail: true });
      expectNoContent(await reader.editSuspension(title, { ...LIMITED, emailAddress }));
      expect((await reader.find(title)).body).toMatchObject({
        emailAddress: '',
        holdSuspension: { suspensionType: 'limited', numberOfDays: 14 },
      });
    },
  );
});

describe('the hold', () => {
  test.each(['waiting', 'ready'] as const)('that is %s has no suspension to change', async (condition) => {
    const { reader, title } = await library[condition]();
    const before = await reader.everything();
    expectRefusal(await reader.editSuspension(title, LIMITED), 'HoldNotSuspended');
    expectRefusal(await reader.editSuspension(title, INDEFINITE), 'HoldNotSuspended');
    expect(await reader.everything()).toEqual(before);
  });

  test.each(['reserveId', 'crossRefId'] as const)('is named by the address, by its %s', async (kind) => {
    const { reader, title } = await library.suspended();
    expectNoContent(await reader.editSuspension(title[kind], LIMITED));
    expect((await reader.find(title)).body.holdSuspension.numberOfDays).toBe(14);
  });

  test('may be named in upper case and with a trailing slash', async () => {
    const { reader, title } = await library.suspended();
    expectNoContent(await reader.put(`${suspensionPath(title.reserveId.toUpperCase())}/`, LIMITED));
    expect((await reader.find(title)).body.holdSuspension.numberOfDays).toBe(14);
  });

  test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
    'is not there at %s',
    async (id) => {
      const { reader } = await library.suspended();
      expectRefusal(await reader.editSuspension(id, LIMITED), 'PatronDoesntHaveTitleOnHold');
    },
  );

  test('of another patron is not there, and stays as it is', async () => {
    const { reader: owner, title } = await library.suspended();
    const before = await owner.everything();
    const reader = await library.reader();
    expectRefusal(await reader.editSuspension(title, LIMITED), 'PatronDoesntHaveTitleOnHold');
    expect(await owner.everything()).toEqual(before);
  });
});
