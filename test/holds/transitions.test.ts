import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { PUBLIC_URL } from '../support/service.js';
import { type Held, holdPath, HOLDS, suspensionPath, TestLibrary } from '../support/test-library.js';

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
async function shown({ reader, title }: Held): Promise<any> {
  const answer = await reader.find(title);
  expect(answer.status).toBe(200);
  return answer.body as unknown;
}

async function expectWaiting(held: Held): Promise<void> {
  const hold = await shown(held);
  expect(hold).not.toHaveProperty('holdSuspension');
  expect(hold).not.toHaveProperty('holdExpires');
  expect(hold.actions).not.toHaveProperty('checkout');
  expect(hold.actions).not.toHaveProperty('releaseSuspension');
}

async function expectSuspended(held: Held, suspensionType: string, numberOfDays: number): Promise<void> {
  const hold = await shown(held);
  expect(hold.holdSuspension).toEqual({ suspensionType, numberOfDays });
  expect(hold.actions).toHaveProperty('releaseSuspension');
  expect(hold.actions).not.toHaveProperty('checkout');
}

async function expectReady(held: Held): Promise<void> {
  const hold = await shown(held);
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
  const held = { reader: await library.reader(), title: await library.title() };
  const { reader, title } = held;
  expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');

  const answer = await reader.post(HOLDS, { id: title.reserveId, emailAddress: reader.emailAddress });
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
    const { reader, title } = held;
    const answer = await reader.post(suspensionPath(title), {
      emailAddress: reader.emailAddress,
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
    const { reader, title } = held;
    const answer = await reader.post(suspensionPath(title), {
      emailAddress: reader.emailAddress,
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
    const { reader, title } = held;
    const put = (values: { suspensionType: string; numberOfDays: string }): ReturnType<typeof reader.put> =>
      reader.put(suspensionPath(title), { emailAddress: reader.emailAddress, ...values });

    expectNoContent(await put({ suspensionType: 'limited', numberOfDays: '30' }));
    await expectSuspended(held, 'limited', 30);
    expectNoContent(await put({ suspensionType: 'indefinite', numberOfDays: '0' }));
    await expectSuspended(held, 'indefinite', 0);
  },
);

test.each(SUSPENSIONS)(
  'suspended (%j) → DELETE suspension → hold not suspended: 204; the hold and its place in the queue are kept',
  async (suspension) => {
    const title = await library.title();
    const [, reader, behind] = await library.inLine(title, 3);
    await reader.suspend(title, suspension);
    expectNoContent(await reader.delete(suspensionPath(title)));
    await expectWaiting({ reader, title });
    expect(await shown({ reader, title })).toMatchObject({ holdListPosition: 2, numberOfHolds: 3 });
    expect(await shown({ reader: behind, title })).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  },
);

test('waiting → PUT hold, title not yet available → same condition, new emailAddress: 204, no body', async () => {
  const held = await library.waiting();
  const { reader, title } = held;
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectNoContent(await reader.put(holdPath(title), values));
  await expectWaiting(held);
  expect((await shown(held)).emailAddress).toBe('new@example.org');
});

test('suspended → PUT hold, title not yet available → same condition, new emailAddress: 204, no body', async () => {
  const held = await library.suspended({ suspensionType: 'limited', numberOfDays: 14 });
  const { reader, title } = held;
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectNoContent(await reader.put(holdPath(title), values));
  await expectSuspended(held, 'limited', 14);
  expect((await shown(held)).emailAddress).toBe('new@example.org');
});

test('ready to borrow → PUT hold → unchanged: an update is not possible once the title can be checked out', async () => {
  const held = await library.ready();
  const { reader, title } = held;
  const before = await shown(held);
  const values = { id: title.reserveId, emailAddress: 'new@example.org' };
  expectRefusal(await reader.put(holdPath(title), values), 'HoldReadyForCheckout');
  await expectReady(held);
  expect(await shown(held)).toEqual(before);
});

test.each(['waiting', 'suspended', 'ready'] as const)(
  'any hold (%s) → DELETE hold → no hold: 204, removed entirely',
  async (condition) => {
    const { reader, title } = await library[condition]();
    expectNoContent(await reader.delete(holdPath(title)));
    expectRefusal(await reader.get(holdPath(title)), 'PatronDoesntHaveTitleOnHold');
    expect((await reader.list()).body.totalItems).toBe(0);
  },
);
