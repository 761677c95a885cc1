import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { holdPath, HOLDS, suspensionPath } from '../../support/paths.js';
import { PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/**
 * The table of transitions (contract: #transitions), row by row, each test named after its row. A hold's condition is
 * recognised as clients recognise it (contract: #conditions), by what an answer shows.
 */
let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a hold record, whose members the tests assert
async function findHold({ patron, title }: PatronAndTitle): Promise<any> {
  const answer = await patron.find(title);
  expect(answer.status).toBe(200);
  return answer.body as unknown;
}

async function expectWaiting(held: PatronAndTitle): Promise<void> {
  const hold = await findHold(held);
  expect(hold).not.toHaveProperty('holdSuspension');
  expect(hold).not.toHaveProperty('holdExpires');
  expect(hold.actions).not.toHaveProperty('checkout');
  expect(hold.actions).not.toHaveProperty('releaseSuspension');
}

async function expectSuspended(
  held: PatronAndTitle,
  suspensionType: string,
  numberOfDays: number,
): Promise<void> {
  const hold = await findHold(held);
  expect(hold.holdSuspension).toEqual({ suspensionType, numberOfDays });
  expect(hold.actions).toHaveProperty('releaseSuspension');
  expect(hold.actions).not.toHaveProperty('checkout');
}

async function expectReady(held: PatronAndTitle): Promise<void> {
  const hold = await findHold(held);
  expect(hold).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  expect(hold).toHaveProperty('holdExpires');
  expect(hold).not.toHaveProperty('holdSuspension');
  expect(hold.actions).toHaveProperty('checkout');
}

const UNSUSPENDED = ['waiting', 'ready'] as const;
const SUSPENSIONS = [
  { suspensionType: 'indefinite' },
  { suspensionType: 'limited', numberOfDays: '14' },
] as const;

test('no hold → POST holds with a valid body → hold exists: 201, hold record, Location, removeHold', async () => {
  const held = { patron: await library.addPatron(), title: await library.addTitle() };
  const { patron, title } = held;
  expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');

  const answer = await patron.post(HOLDS, { id: title.reserveId, emailAddress: patron.emailAddress });
  expectCreated(answer);
  expect(answer.body.reserveId).toBe(title.reserveId);
  expect(answer.headers.get('location')).toBe(`${PUBLIC_URL}${holdPath(title)}`);
  expect(answer.body.actions).toHaveProperty('removeHold');
  await expectWaiting(held);
});

test.each(UNSUSPENDED)(
  'hold (not suspended: %s) → POST suspension, indefinite → suspended, no expiry: 201 with 0 days',
  async (condition) => {
    const held = await library[condition]();
    const { patron, title } = held;
    const answer = await patron.post(suspensionPath(title), {
      emailAddress: patron.emailAddress,
      suspensionType: 'indefinite',
    });
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    expect(answer.body.actions).toHaveProperty('removeHold');
    expect(answer.body.actions).toHaveProperty('releaseSuspension');
    await expectSuspended(held, 'indefinite', 0);
  },
);

test.each(UNSUSPENDED)(
  'hold (not suspended: %s) → POST suspension, limited with days → suspended for that many days: 201 showing them',
  async (condition) => {
    const held = await library[condition]();
    const { patron, title } = held;
    const answer = await patron.post(suspensionPath(title), {
      emailAddress: patron.emailAddress,
      suspensionType: 'limited',
      numberOfDays: '21',
    });
    expectCreated(answer);
    expect(answer.body.holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 21 });
    await expectSuspended(held, 'limited', 21);
  },
);

test.each(SUSPENSIONS)(
  'suspended (%j) → PUT suspension with all three fields → suspended with the new values: 204, no body',
  async (suspension) => {
    const held = await library.suspended(suspension);
    const { patron, title } = held;
    const put = (values: { suspensionType: string; numberOfDays: string }): ReturnType<typeof patron.put> =>
      patron.put(suspensionPath(title), { emailAddress: patron.emailAddress, ...values });

    expectNoContent(await put({ suspensionType: 'limited', numberOfDays: '30' }));
    await expectSuspended(held, 'limited', 30);
    expectNoContent(await put({ suspensionType: 'indefinite', numberOfDays: '0' }));
    await expectSuspended(held, 'indefinite', 0);
  },
);

test.each(SUSPENSIONS)(
  'suspended (%j) → DELETE suspension → hold not suspended: 204; the hold and its place in the queue are kept',
  async (suspension) => {
    const title = await library.addTitle();
    const [, patron, behind] = await library.fillQueue(title, 3);
    await patron.suspend(title, suspension);
    expectNoContent(await patron.delete(suspensionPath(title)));
    await expectWaiting({ patron, title });
    expect(await findHold({ patron, title })).toMatchObject({ holdListPosition: 2, numberOfHolds: 3 });
    expect(await findHold({ patron: behind, title })).toMatchObject({
      holdListPosition: 3,
      numberOfHolds: 3,
    });
  },
);

test('waiting → PUT hold, title not yet available → same condition, new emailAddress: 204, no body', async () => {
  const held = await library.waiting();
  const { patron, title } = held;
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectNoContent(await patron.put(holdPath(title), values));
  await expectWaiting(held);
  expect((await findHold(held)).emailAddress).toBe('new@example.org');
});

test('suspended → PUT hold, title not yet available → same condition, new emailAddress: 204, no body', async () => {
  const held = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
  const { patron, title } = held;
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectNoContent(await patron.put(holdPath(title), values));
  await expectSuspended(held, 'limited', 14);
  expect((await findHold(held)).emailAddress).toBe('new@example.org');
});

test('ready to borrow → PUT hold → unchanged: an update is not possible once the title can be checked out', async () => {
  const held = await library.ready();
  const { patron, title } = held;
  const before = await findHold(held);
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectRefusal(await patron.put(holdPath(title), values), 'HoldReadyForCheckout');
  await expectReady(held);
  expect(await findHold(held)).toEqual(before);
});

test.each(['waiting', 'suspended', 'ready'] as const)(
  'any hold (%s) → DELETE hold → no hold: 204, removed entirely',
  async (condition) => {
    const { patron, title } = await library[condition]();
    expectNoContent(await patron.delete(holdPath(title)));
    expectRefusal(await patron.get(holdPath(title)), 'PatronDoesntHaveTitleOnHold');
    expect((await patron.list()).body.totalItems).toBe(0);
  },
);
