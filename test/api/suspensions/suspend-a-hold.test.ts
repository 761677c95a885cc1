import { expectCreated, expectNoContent, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import type { Answer } from '../../support/client.js';
import { conditionsOf } from '../../support/conditions.js';
import { suspensionPath } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const INDEFINITE = { suspensionType: 'indefinite' };
const LIMITED = { suspensionType: 'limited', numberOfDays: '14' };

test('the answer to a suspension is the hold, without autoCheckout and the metadata link', async () => {
  const { patron, title } = await library.waiting();
  const answer = await patron.suspend(title, LIMITED);
  expectCreated(answer);
  const self = `${PUBLIC_URL}/v1/patrons/me/holds/${title.reserveId}`;
  expect(Object.keys(answer.body)).toEqual([
    'reserveId',
    'crossRefId',
    'emailAddress',
    'holdListPosition',
    'numberOfHolds',
    'holdSuspension',
    'suspensionEndsDate',
    'holdPlacedDate',
    'links',
    'actions',
  ]);
  expect(answer.body).toMatchObject({
    ...title,
    emailAddress: patron.emailAddress,
    holdListPosition: 1,
    numberOfHolds: 1,
    holdPlacedDate: expect.stringMatching(TIMESTAMP),
    actions: (await patron.find(title)).body.actions,
  });
  expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 14 });
  expect(answer.body.links).toEqual({
    self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
  });
});

type Values = NonNullable<Parameters<TestPatron['suspend']>[1]>;

/** A new suspension, and the change of one. */
describe.each([
  [
    'a new suspension',
    (values?: Values) => library.waiting(values),
    ({ patron, title }: PatronAndTitle, values: Values) => patron.suspend(title, values),
  ],
  [
    'a changed suspension',
    (values?: Values) => library.suspended(INDEFINITE, values),
    ({ patron, title }: PatronAndTitle, values: Values) => patron.editSuspension(title, values),
  ],
] as const)('%s', (_, prepare, send) => {
  const succeeds = async (held: PatronAndTitle, values: Values): Promise<void> =>
    expect(Math.floor((await send(held, values)).status / 100)).toBe(2);
  const suspensionOf = async ({ patron, title }: PatronAndTitle): Promise<unknown> =>
    (await patron.find(title)).body.holdSuspension as unknown;

  test('of some days has 1 to 365 of them', async () => {
    for (const numberOfDays of ['1', '7', '365', 1, 14, 365]) {
      const held = await prepare();
      await succeeds(held, { suspensionType: 'limited', numberOfDays });
      expect(await suspensionOf(held)).toEqual({
        suspensionType: 'limited',
        numberOfDays: Number(numberOfDays),
      });
    }
  });

  test('without an end has no days, whatever the request', async () => {
    for (const numberOfDays of ['', null, '14', 0, 'forever']) {
      const held = await prepare();
      await succeeds(held, { ...INDEFINITE, numberOfDays });
      expect(await suspensionOf(held)).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    }
  });

  test('with other days, without a type or with another one is refused, and changes nothing', async () => {
    const held = await prepare();
    const before = await held.patron.snapshot();
    const days = /^numberOfDays must be a whole number from 1 to 365/;
    for (const numberOfDays of [
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
    ])
      expectRefusal(await send(held, { suspensionType: 'limited', numberOfDays }), 'InvalidFieldValue', days);
    const missing = /^numberOfDays is missing: it must be a whole number from 1 to 365/;
    for (const values of [{}, { numberOfDays: null }, { numberOfDays: '' }])
      expectRefusal(await send(held, { suspensionType: 'limited', ...values }), 'MissingField', missing);
    const missingType = /^suspensionType is missing: it must be indefinite or limited/;
    for (const values of [{}, { suspensionType: null }, { suspensionType: '' }])
      expectRefusal(await send(held, { numberOfDays: '7', ...values }), 'MissingField', missingType);
    for (const suspensionType of ['forever', 'LIMITED!', 7, true])
      expectRefusal(
        await send(held, { suspensionType, numberOfDays: '7' }),
        'InvalidFieldValue',
        'suspensionType must be indefinite or limited.',
      );
    expect(await held.patron.snapshot()).toEqual(before);
  });

  test('needs no address; the hold’s own may be sent in any case, and the hold keeps its spelling', async () => {
    for (const isSent of [false, true]) {
      const held = await prepare();
      const emailAddress = held.patron.emailAddress.toUpperCase();
      await succeeds(held, { ...LIMITED, ...(isSent && { emailAddress }) });
      expect((await held.patron.find(held.title)).body.emailAddress).toBe(held.patron.emailAddress);
    }
  });

  test('with another address gives it to the hold, and is refused with none', async () => {
    const held = await prepare();
    const { patron, title } = held;
    const before = await patron.snapshot();
    const refused = await send(held, { ...LIMITED, emailAddress: 'nobody' });
    expectRefusal(refused, 'InvalidEmailAddress', /^emailAddress must be/);
    expect(refused.text).not.toContain(patron.emailAddress);
    expect(await patron.snapshot()).toEqual(before);
    await succeeds(held, { ...LIMITED, emailAddress: 'other@example.org' });
    expect((await patron.find(title)).body).toMatchObject({
      emailAddress: 'other@example.org',
      holdSuspension: { suspensionType: 'limited', numberOfDays: 14 },
    });
    expect((await patron.profile()).body.lastHoldEmail).toBe('other@example.org');
  });

  test('of a hold without an address ignores any', async () => {
    for (const emailAddress of ['other@example.org', 'not an address']) {
      const held = await prepare({ ignoreHoldEmail: true });
      const { patron, title } = held;
      await succeeds(held, { ...LIMITED, emailAddress });
      expect((await patron.find(title)).body.emailAddress).toBe('');
      expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
    }
  });
});

test('a limited suspension does not accept a JSON number that is not in plain digits', async () => {
  const { patron, title } = await library.waiting();
  const suspend = (digits: string): Promise<Answer> =>
    patron.send('POST', suspensionPath(title), {
      headers: { 'content-type': 'application/json' },
      body: `{"fields":[{"name":"suspensionType","value":"limited"},{"name":"numberOfDays","value":${digits}}]}`,
    });
  for (const digits of ['7.0', '7e0', '70e-1', '-0'])
    expectRefusal(await suspend(digits), 'InvalidFieldValue', /^numberOfDays must be/);
  expect(await conditionsOf(title, patron)).toEqual(['waiting']);
});

describe('a hold that is already suspended', () => {
  test.each([INDEFINITE, LIMITED])(
    'cannot be suspended again, nor gets another address by that: %j',
    async (suspension) => {
      const { patron, title } = await library.suspended(suspension);
      const before = await patron.snapshot();
      for (const values of [INDEFINITE, LIMITED, { ...INDEFINITE, emailAddress: 'other@example.org' }])
        expectRefusal(await patron.suspend(title, values), 'HoldAlreadySuspended');
      expect(await patron.snapshot()).toEqual(before);
    },
  );

  test.each([
    ['limited', INDEFINITE, { suspensionType: 'limited', numberOfDays: 30 }],
    ['indefinite', LIMITED, { suspensionType: 'indefinite', numberOfDays: 0 }],
    ['longer', LIMITED, { suspensionType: 'limited', numberOfDays: 365 }],
    ['shorter', LIMITED, { suspensionType: 'limited', numberOfDays: 1 }],
    ['the same', LIMITED, { suspensionType: 'limited', numberOfDays: 14 }],
  ])('can become %s, and nothing else about the hold changes', async (_, from, to) => {
    const { patron, title } = await library.suspended(from);
    const { suspensionEndsDate, ...before } = (await patron.find(title)).body;
    expect(typeof suspensionEndsDate).toBe(from === LIMITED ? 'string' : 'undefined');
    expectNoContent(await patron.editSuspension(title, { emailAddress: patron.emailAddress, ...to }));
    const { suspensionEndsDate: end, ...after } = (await patron.find(title)).body;
    expect(after).toEqual({ ...before, holdSuspension: to });
    expect(typeof end).toBe(to.numberOfDays > 0 ? 'string' : 'undefined');
  });

  test.each([INDEFINITE, LIMITED])(
    'is as before when the suspension is released, and only once: %j',
    async (suspension) => {
      const title = await library.addTitle();
      const [, patron, behind] = await library.fillQueue(title, 3);
      const before = [await patron.snapshot(), await behind.snapshot()];
      await patron.suspend(title, suspension);
      expectNoContent(await patron.release(title));
      expect([await patron.snapshot(), await behind.snapshot()]).toEqual(before);
      expectRefusal(await patron.release(title), 'HoldNotSuspended');
      expectCreated(await patron.suspend(title, suspension));
    },
  );

  test('gets a free copy as soon as it is released, and none that another has ready', async () => {
    const title = await library.addTitle();
    const [first, second, third] = await library.fillQueue(title, 3);
    await first.suspend(title);
    await library.setCopiesOwned(title, 1);
    await first.release(title);
    expect(await conditionsOf(title, first, second, third)).toEqual(['waiting', 'ready', 'waiting']);
    await second.suspend(title);
    expect(await conditionsOf(title, first, second, third)).toEqual(['ready', 'suspended', 'waiting']);
    await first.remove(title);
    await third.remove(title);
    expect(await conditionsOf(title, second)).toEqual(['suspended']);
    expectNoContent(await second.release(title));
    expect(await conditionsOf(title, second)).toEqual(['ready']);
  });
});

test('a ready hold can be suspended (“deliver later”): its copy goes on, and its place stays', async () => {
  const title = await library.addTitle(1);
  const [first, second, third] = await library.fillQueue(title, 3);
  const answer = await first.suspend(title, { suspensionType: 'limited', numberOfDays: 7 });
  expect(answer.body).toMatchObject({ holdListPosition: 1, numberOfHolds: 3 });
  expect(answer.body).not.toHaveProperty('holdExpires');
  expect(await conditionsOf(title, first, second, third)).toEqual(['suspended', 'ready', 'waiting']);
  expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
});
