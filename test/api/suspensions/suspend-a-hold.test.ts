import { expectCreated, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { suspensionPath } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

describe('the answer to a suspension', () => {
  test('is the hold, without autoCheckout and the metadata link', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.suspend(title, { suspensionType: 'limited', numberOfDays: '14' });
    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
    expect(Object.keys(answer.body)).toEqual([
      'reserveId',
      'crossRefId',
      'emailAddress',
      'holdListPosition',
      'numberOfHolds',
      'holdSuspension',
      'holdPlacedDate',
      'links',
      'actions',
    ]);
    expect(answer.body).toMatchObject({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      emailAddress: patron.emailAddress,
      holdListPosition: 1,
      numberOfHolds: 1,
      holdPlacedDate: expect.stringMatching(TIMESTAMP),
    });
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 14 });
    expect(answer.body.links).toEqual({
      self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
    });
    expect(Object.keys(answer.body.actions)).toEqual([
      'removeHold',
      'editHold',
      'editSuspension',
      'releaseSuspension',
    ]);
    expect(answer.body.actions.removeHold).toEqual({ href: self, method: 'delete' });
    expect(answer.body.actions.releaseSuspension).toEqual({ href: `${self}/suspension`, method: 'delete' });
  });

  test('of a hold without an address has an empty one', async () => {
    const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
    expect((await patron.suspend(title)).body.emailAddress).toBe('');
  });
});

describe('a limited suspension', () => {
  test.each(['1', '7', '365', 1, 14, 365])(
    'accepts %j days, which are in the answer',
    async (numberOfDays) => {
      const { patron, title } = await library.waiting();
      const answer = await patron.suspend(title, { suspensionType: 'limited', numberOfDays });
      expectCreated(answer);
      const suspension = { suspensionType: 'limited', numberOfDays: Number(numberOfDays) };
      expect(answer.body.holdSuspension).toEqual(suspension);
      expect((await patron.find(title)).body.holdSuspension).toEqual(suspension);
    },
  );

  test.each([
    '0',
    0,
    '366',
    366,
    '-1',
    -1,
    '07',
    '7.0',
    7.5,
    '+7',
    '1e1',
    '٧',
    ' 7',
    '7 ',
    'seven',
    true,
    '99999999999999999999',
  ])('does not accept %j days', async (numberOfDays) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    const answer = await patron.suspend(title, { suspensionType: 'limited', numberOfDays });
    expectRefusal(answer, 'InvalidFieldValue', /^numberOfDays must be a whole number from 1 to 365/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test('does not accept a JSON number that is not in plain digits', async () => {
    const { patron, title } = await library.waiting();
    for (const digits of ['7.0', '7e0', '70e-1', '-0'])
      expectRefusal(
        await patron.send('POST', suspensionPath(title), {
          headers: { 'content-type': 'application/json' },
          body:
            '{"fields":[{"name":"suspensionType","value":"limited"},' +
            `{"name":"numberOfDays","value":${digits}}]}`,
        }),
        'InvalidFieldValue',
        /^numberOfDays must be/,
      );
    expect((await patron.find(title)).body).not.toHaveProperty('holdSuspension');
  });

  test.each([{}, { numberOfDays: null }, { numberOfDays: '' }])('needs its days: %j', async (values) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    const answer = await patron.suspend(title, { suspensionType: 'limited', ...values });
    expectRefusal(
      answer,
      'MissingField',
      /^numberOfDays is missing: it must be a whole number from 1 to 365/,
    );
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('an indefinite suspension', () => {
  test.each([{}, { numberOfDays: '' }, { numberOfDays: null }, { numberOfDays: '14' }, { numberOfDays: 0 }])(
    'has no days, whatever the request: %j',
    async (values) => {
      const { patron, title } = await library.waiting();
      const answer = await patron.suspend(title, { suspensionType: 'indefinite', ...values });
      expectCreated(answer);
      expect(answer.body.holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    },
  );

  test('ignores invalid days', async () => {
    const { patron, title } = await library.waiting();
    const answer = await patron.suspend(title, { suspensionType: 'indefinite', numberOfDays: 'forever' });
    expectCreated(answer);
  });
});

describe('suspensionType', () => {
  test.each([{}, { suspensionType: null }, { suspensionType: '' }])('is needed: %j', async (values) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    const answer = await patron.suspend(title, { numberOfDays: '7', ...values });
    expectRefusal(answer, 'MissingField', /^suspensionType is missing: it must be indefinite or limited/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each(['forever', 'LIMITED!', 7, true])('is not %j', async (suspensionType) => {
    const { patron, title } = await library.waiting();
    const before = await patron.snapshot();
    const answer = await patron.suspend(title, { suspensionType, numberOfDays: '7' });
    expectRefusal(answer, 'InvalidFieldValue', 'suspensionType must be indefinite or limited.');
    expect(await patron.snapshot()).toEqual(before);
  });
});

describe('the address', () => {
  test('is not needed', async () => {
    const { patron, title } = await library.waiting();
    expectCreated(await patron.suspend(title, { suspensionType: 'indefinite' }));
    expect((await patron.find(title)).body.emailAddress).toBe(patron.emailAddress);
  });

  test('may be the hold’s own, in any case, and the hold keeps its spelling', async () => {
    const { patron, title } = await library.waiting({ emailAddress: 'Reader@Example.org' });
    const values = { suspensionType: 'indefinite', emailAddress: 'rEADER@eXAMPLE.ORG' };
    const answer = await patron.suspend(title, values);
    expectCreated(answer);
    expect(answer.body.emailAddress).toBe('Reader@Example.org');
    expect((await patron.profile()).body.lastHoldEmail).toBe('Reader@Example.org');
  });

  test.each(['waiting', 'ready'] as const)(
    'that is another one becomes that of a %s hold',
    async (condition) => {
      const { patron, title } = await library[condition]();
      const values = { suspensionType: 'indefinite', emailAddress: 'other@example.org' };
      const answer = await patron.suspend(title, values);
      expectCreated(answer);
      expect(answer.body.emailAddress).toBe('other@example.org');
      expect((await patron.find(title)).body.emailAddress).toBe('other@example.org');
      expect((await patron.profile()).body.lastHoldEmail).toBe('other@example.org');
    },
  );

  test('that is none is refused, without revealing the hold’s own', async () => {
    const { patron, title } = await library.waiting({ emailAddress: 'own-secret@example.org' });
    const before = await patron.snapshot();
    const answer = await patron.suspend(title, { suspensionType: 'indefinite', emailAddress: 'nobody' });
    expectRefusal(answer, 'InvalidEmailAddress', /^emailAddress must be/);
    expect(answer.text).not.toMatch(/own-secret/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test('of a suspension that is refused changes nothing', async () => {
    const { patron, title } = await library.suspended();
    const before = await patron.snapshot();
    const values = { suspensionType: 'indefinite', emailAddress: 'other@example.org' };
    expectRefusal(await patron.suspend(title, values), 'HoldAlreadySuspended');
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each(['other@example.org', 'not an address'])(
    'is ignored for a hold without one, even %j',
    async (emailAddress) => {
      const { patron, title } = await library.waiting({ ignoreHoldEmail: true });
      expectCreated(await patron.suspend(title, { suspensionType: 'indefinite', emailAddress }));
      expect((await patron.find(title)).body.emailAddress).toBe('');
      expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
    },
  );
});

describe('a hold that is already suspended', () => {
  test.each([{ suspensionType: 'indefinite' }, { suspensionType: 'limited', numberOfDays: '7' }])(
    'cannot be suspended again: %j',
    async (values) => {
      for (const suspension of [
        { suspensionType: 'indefinite' },
        { suspensionType: 'limited', numberOfDays: 14 },
      ]) {
        const { patron, title } = await library.suspended(suspension);
        const before = await patron.snapshot();
        expectRefusal(await patron.suspend(title, values), 'HoldAlreadySuspended');
        expect(await patron.snapshot()).toEqual(before);
      }
    },
  );
});

describe('a ready hold', () => {
  test('can be suspended (“deliver later”): its copy goes to the next hold, and its place stays', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    const answer = await first.suspend(title, { suspensionType: 'limited', numberOfDays: 7 });

    expect(answer.body).toMatchObject({ holdListPosition: 1, numberOfHolds: 3 });
    expect(answer.body).not.toHaveProperty('holdExpires');
    expect(Object.keys(answer.body.actions)).not.toContain('checkout');
    const next = (await second.find(title)).body;
    expect(next).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expect(Object.keys(next.actions)).toContain('checkout');
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  });

  test('leaves its copy free if nobody waits', async () => {
    const { patron, title } = await library.ready();
    await patron.suspend(title);
    const placed = await (await library.addPatron()).place(title);
    expect(placed.body).toHaveProperty('holdExpires');
  });
});

describe('the hold', () => {
  test.each(['id', 'reserveId', 'crossRefId'])('in the field %s must be the one in the URL', async (name) => {
    const { patron, title } = await library.waiting();
    const other = await library.addTitle();
    await patron.place(other);
    const before = await patron.snapshot();
    for (const value of [other.reserveId, other.crossRefId, 999999])
      expectRefusal(
        await patron.suspend(title, { suspensionType: 'indefinite', [name]: value }),
        'InvalidFieldValue',
        'must name the same title',
      );
    expect(await patron.snapshot()).toEqual(before);
    const { status } = await patron.suspend(title, {
      suspensionType: 'indefinite',
      [name]: title.crossRefId,
    });
    expect(status).toBe(201);
  });

  test.each(['reserveId', 'crossRefId'] as const)('is identified in the URL by its %s', async (kind) => {
    const { patron, title } = await library.waiting();
    const answer = await patron.suspend(title[kind]);
    expectCreated(answer);
    expect(answer.body.reserveId).toBe(title.reserveId);
  });

  test('may be identified in upper case and with a trailing slash', async () => {
    const { patron, title } = await library.waiting();
    const path = `${suspensionPath(title.reserveId.toUpperCase())}/`;
    expectCreated(await patron.post(path, { suspensionType: 'indefinite' }));
  });

  test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
    'is not found at %s',
    async (id) => {
      const { patron } = await library.waiting();
      expectRefusal(await patron.suspend(id), 'PatronDoesntHaveTitleOnHold');
    },
  );

  test('of another patron is not found, and does not change', async () => {
    const { patron: owner, title } = await library.waiting();
    const before = await owner.snapshot();
    expectRefusal(await (await library.addPatron()).suspend(title), 'PatronDoesntHaveTitleOnHold');
    expect(await owner.snapshot()).toEqual(before);
  });
});

test('a method that is not allowed is refused with those that are', async () => {
  const { patron, title } = await library.suspended();
  for (const method of ['GET', 'PATCH']) {
    const answer = await patron.send(method, suspensionPath(title));
    expectRefusal(answer, 'MethodNotAllowed');
    expect(answer.headers.get('allow')).toBe('POST, PUT, DELETE, OPTIONS');
  }
});
