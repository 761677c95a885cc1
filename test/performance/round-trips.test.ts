import type { Answer } from '../support/client.js';
import { type Held, type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import { availabilityPath } from './crowd.js';
import { overhear } from './overhear.js';

/**
 * Each statement is a round trip, and round trips are most of a request's time. The numbers are exact: one more is a step
 * back that somebody must want, one less is to be written down here.
 */

let library: TestLibrary;

beforeAll(async () => {
  library = await TestLibrary.open();
});

afterAll(() => library.close());

/** The statements of one request, by name; BEGIN and COMMIT are round trips like others. */
async function saidIn(request: () => Promise<Answer>, status: number): Promise<string[]> {
  const said: string[] = [];
  const stop = overhear(({ name, text }) => void said.push(name ?? text));
  try {
    expect((await request()).status).toBe(status);
  } finally {
    stop();
  }
  return said;
}

/** A title on loan to `borrower`, for which `next` waits. */
async function lent(): Promise<{ title: TestTitle; borrower: Reader; next: Reader }> {
  const title = await library.title(1);
  const [borrower, next] = await library.readers(2);
  expect((await borrower.borrow(title)).status).toBe(201);
  expect((await next.place(title)).status).toBe(201);
  return { title, borrower, next };
}

describe('reads take the token and one statement:', () => {
  let held: Held;

  beforeAll(async () => {
    held = await library.waiting();
  });

  test('the list of holds', async () => {
    expect(await saidIn(() => held.reader.list(), 200)).toHaveLength(2);
  });

  test('one hold', async () => {
    expect(await saidIn(() => held.reader.find(held.title), 200)).toHaveLength(2);
  });

  test('the patron', async () => {
    expect(await saidIn(() => held.reader.profile(), 200)).toHaveLength(2);
  });

  test('the list of checkouts', async () => {
    expect(await saidIn(() => held.reader.loans(), 200)).toHaveLength(2);
  });
});

test("availability takes the token, the patron's collections and the title", async () => {
  const { reader, title } = await library.waiting();
  const path = await availabilityPath(reader, title);
  expect(await saidIn(() => reader.get(path), 200)).toHaveLength(3);
});

describe('commands take the token, BEGIN, COMMIT, and', () => {
  test('placing a hold: lock, facts, hold, answer', async () => {
    const reader = await library.reader();
    const title = await library.title(0);
    expect(await saidIn(() => reader.place(title), 201)).toHaveLength(7);
  });

  test('placing a hold while a copy is free: two more, to give it', async () => {
    const reader = await library.reader();
    const title = await library.title(1);
    expect(await saidIn(() => reader.place(title), 201)).toHaveLength(9);
  });

  test('a refused placement: lock and facts, and ROLLBACK instead of COMMIT', async () => {
    const { reader, title } = await library.waiting();
    expect(await saidIn(() => reader.place(title), 400)).toHaveLength(5);
  });

  test("changing a hold's address: lock, hold, address", async () => {
    const { reader, title } = await library.waiting();
    const request = (): Promise<Answer> => reader.edit(title, { emailAddress: 'new@example.org' });
    expect(await saidIn(request, 204)).toHaveLength(6);
  });

  test('removing a hold: lock, hold, end', async () => {
    const { reader, title } = await library.waiting();
    expect(await saidIn(() => reader.remove(title), 204)).toHaveLength(6);
  });

  test('removing a ready hold: one more, to see who is next', async () => {
    const { reader, title } = await library.ready();
    expect(await saidIn(() => reader.remove(title), 204)).toHaveLength(7);
  });

  test('suspending a hold: lock, hold, suspension, answer', async () => {
    const { reader, title } = await library.waiting();
    expect(await saidIn(() => reader.suspend(title), 201)).toHaveLength(7);
  });

  test('changing a suspension: lock, hold, suspension', async () => {
    const { reader, title } = await library.suspended();
    const request = (): Promise<Answer> => reader.editSuspension(title, { suspensionType: 'indefinite' });
    expect(await saidIn(request, 204)).toHaveLength(6);
  });

  test('releasing a hold: lock, hold, end of the suspension, free copies', async () => {
    const { reader, title } = await library.suspended();
    expect(await saidIn(() => reader.release(title), 204)).toHaveLength(7);
  });

  test('borrowing a free copy: lock, hold, facts, copy, loan, answer', async () => {
    const reader = await library.reader();
    const title = await library.title(1);
    expect(await saidIn(() => reader.borrow(title), 201)).toHaveLength(9);
  });

  test('borrowing the copy set aside: as many', async () => {
    const { reader, title } = await library.ready();
    expect(await saidIn(() => reader.borrow(title), 201)).toHaveLength(9);
  });

  test('returning a loan for which somebody waits: lock, hold, end, free copies, hand-over', async () => {
    const { borrower, title } = await lent();
    expect(await saidIn(() => borrower.giveBack(title), 204)).toHaveLength(8);
  });

  test('returning a loan for which nobody waits: no hand-over', async () => {
    const reader = await library.reader();
    const title = await library.title(1);
    expect((await reader.borrow(title)).status).toBe(201);
    expect(await saidIn(() => reader.giveBack(title), 204)).toHaveLength(7);
  });
});

test('a preferred lending period takes the token and one statement, without a transaction', async () => {
  const reader = await library.reader();
  const request = (): Promise<Answer> =>
    reader.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 7 });
  expect(await saidIn(request, 204)).toHaveLength(2);
});

test('a request without a good token takes one statement', async () => {
  const reader = await library.reader();
  const request = (): Promise<Answer> =>
    reader.send('GET', '/v1/patrons/me/holds', { headers: { authorization: 'Bearer unknown' } });
  expect(await saidIn(request, 401)).toHaveLength(1);
});
