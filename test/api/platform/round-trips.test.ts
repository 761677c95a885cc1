import { ConsoleClient } from '../../support/console/console-client.js';
import { isBackgroundStatement } from '../../support/stored/background-statement.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { HOLDS } from '../../support/paths.js';
import {
  type PatronAndTitle,
  TestLibrary,
  type TestPatron,
  type TestTitle,
} from '../../support/test-library.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';

/**
 * Each statement is a round trip, unless it is sent together with others (in parentheses below), and round trips take most
 * of a request's time. The numbers are exact: change them here only on purpose.
 */

let library: TestLibrary;
let ownDatabase: string;

beforeAll(async () => {
  library = await TestLibrary.alone();
  ownDatabase = new URL(library.service.databaseUrl).pathname.slice(1);
});

afterAll(() => library.close());

/** The statements of one request, including BEGIN and COMMIT. What other tests have left running in this process is on another database. */
async function statementsSentBy(
  request: () => Promise<{ readonly status: number }>,
  status: number,
): Promise<string[]> {
  const statements: string[] = [];
  const stop = interceptStatements(({ name, text }, { database }) => {
    if (database === ownDatabase && !isBackgroundStatement(name)) statements.push(name ?? text);
  });
  try {
    expect((await request()).status).toBe(status);
  } finally {
    stop();
  }
  return statements;
}

/** A title on loan to `borrower`, for which `next` waits. */
async function addLoan(): Promise<{ title: TestTitle; borrower: TestPatron; next: TestPatron }> {
  const title = await library.addTitle(1);
  const [borrower, next] = await library.addPatrons(2);
  expect((await borrower.borrow(title)).status).toBe(201);
  expect((await next.place(title)).status).toBe(201);
  return { title, borrower, next };
}

test('the settings of libraries cost a request no statement: a hundred requests share their reading', async () => {
  const patron = await library.addPatron();
  let readings = 0;
  const stop = interceptStatements(({ name }, { database }) => {
    if (database === ownDatabase && name === 'library-settings-count') readings++;
  });
  const startedAt = performance.now();
  try {
    for (let request = 0; request < 100; request++) expect((await patron.list()).status).toBe(200);
  } finally {
    stop();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  expect(readings).toBeLessThanOrEqual(1 + Math.ceil(seconds / 5));
});

describe('reads take the token and one statement:', () => {
  let held: PatronAndTitle;

  beforeAll(async () => {
    held = await library.waiting();
  });

  test('the list of holds', async () => {
    expect(await statementsSentBy(() => held.patron.list(), 200)).toHaveLength(2);
  });

  test('one hold', async () => {
    expect(await statementsSentBy(() => held.patron.find(held.title), 200)).toHaveLength(2);
  });

  test('the patron', async () => {
    expect(await statementsSentBy(() => held.patron.profile(), 200)).toHaveLength(2);
  });

  test('the list of checkouts', async () => {
    expect(await statementsSentBy(() => held.patron.loans(), 200)).toHaveLength(2);
  });
});

test("availability takes the token, the patron's collections and the title", async () => {
  const { patron, title } = await library.waiting();
  const catalog = await catalogClientOf(patron);
  expect(await statementsSentBy(() => catalog.availability(title), 200)).toHaveLength(3);
});

describe('commands take the token, BEGIN, COMMIT, and', () => {
  test('placing a hold: lock, facts, (ticket, hold, events, answer)', async () => {
    const { title } = await library.waiting();
    const patron = await library.addPatron();
    expect(await statementsSentBy(() => patron.place(title), 201)).toHaveLength(10);
  });

  test('placing the first hold of a queue: also (two counters)', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(0);
    expect(await statementsSentBy(() => patron.place(title), 201)).toHaveLength(12);
  });

  test('placing a hold while a copy is free: free copies, (assignment, notice, waking the workers, two for events)', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(1);
    expect(await statementsSentBy(() => patron.place(title), 201)).toHaveLength(18);
  });

  test('placing the first hold of a queue suspended: as one that waits, with one more event, even while a copy is free', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(1);
    const request = (): Promise<Answer> =>
      patron.place(title, { ignoreHoldEmail: true, suspensionType: 'indefinite' });
    expect(await statementsSentBy(request, 201)).toHaveLength(13);
  });

  test('suspending all holds: their list, and for each that waits BEGIN, COMMIT, lock, hold, (suspension, event), answer', async () => {
    const patron = await library.addPatron();
    for (let count = 0; count < 3; count++) await mustSucceed(patron.place(await library.addTitle(0)));
    const request = (): Promise<Answer> =>
      patron.post(`${HOLDS}/suspension`, { suspensionType: 'indefinite' });
    expect(await statementsSentBy(request, 200)).toHaveLength(2 + 3 * 7);
    expect(await statementsSentBy(request, 200)).toHaveLength(2);
  });

  test('a refused placement: lock and facts, and ROLLBACK instead of COMMIT', async () => {
    const { patron, title } = await library.waiting();
    expect(await statementsSentBy(() => patron.place(title), 400)).toHaveLength(5);
  });

  test("changing a hold's address: lock, hold, address", async () => {
    const { patron, title } = await library.waiting();
    const request = (): Promise<Answer> => patron.edit(title, { emailAddress: 'new@example.org' });
    expect(await statementsSentBy(request, 204)).toHaveLength(6);
  });

  test('removing a hold: lock, hold, (two for events, end)', async () => {
    const { patron, title } = await library.waiting();
    expect(await statementsSentBy(() => patron.remove(title), 204)).toHaveLength(8);
  });

  test('removing a ready hold: two more, (for the pace of its patron) and to see who is next', async () => {
    const { patron, title } = await library.ready();
    expect(await statementsSentBy(() => patron.remove(title), 204)).toHaveLength(10);
  });

  test('suspending a hold: lock, hold, (suspension, event), answer', async () => {
    const { patron, title } = await library.waiting();
    expect(await statementsSentBy(() => patron.suspend(title), 201)).toHaveLength(8);
  });

  test('changing a suspension: lock, hold, (suspension, event)', async () => {
    const { patron, title } = await library.suspended();
    const request = (): Promise<Answer> => patron.editSuspension(title, { suspensionType: 'indefinite' });
    expect(await statementsSentBy(request, 204)).toHaveLength(7);
  });

  test('releasing a hold: lock, hold, (end of the suspension, event), free copies', async () => {
    const { patron, title } = await library.suspended();
    expect(await statementsSentBy(() => patron.release(title), 204)).toHaveLength(8);
  });

  test('borrowing a free copy: lock, hold, facts, (copy, event), (patron, loan, events), answer', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(1);
    expect(await statementsSentBy(() => patron.borrow(title), 201)).toHaveLength(13);
  });

  test('borrowing the copy set aside: two more, (for the event of the hold, and the pace of its patron)', async () => {
    const { patron, title } = await library.ready();
    expect(await statementsSentBy(() => patron.borrow(title), 201)).toHaveLength(15);
  });

  test('returning a loan while a hold waits: lock, hold, end, (events, free copies), (assignment, notice, waking the workers, two for events)', async () => {
    const { borrower, title } = await addLoan();
    expect(await statementsSentBy(() => borrower.returnTitle(title), 204)).toHaveLength(14);
  });

  test('returning a loan while several wait: one more, sent with those, for the trace of those who may be passed over', async () => {
    const { borrower, title } = await addLoan();
    expect((await (await library.addPatron()).place(title)).status).toBe(201);
    expect(await statementsSentBy(() => borrower.returnTitle(title), 204)).toHaveLength(15);
  });

  test('returning a loan while no hold waits: no assignment', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle(1);
    expect((await patron.borrow(title)).status).toBe(201);
    expect(await statementsSentBy(() => patron.returnTitle(title), 204)).toHaveLength(9);
  });
});

describe('a command that finds something due takes the lock, the hold before and after it, a savepoint, and', () => {
  const edit =
    ({ patron, title }: PatronAndTitle): (() => Promise<Answer>) =>
    () =>
      patron.edit(title, { emailAddress: 'new@example.org' });

  test('licences, what is due, loans, due holds, (the end of a suspension, event), due holds, free copies; and the address', async () => {
    const held = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    await advanceClock(library.service, DAY);
    expect(await statementsSentBy(edit(held), 204)).toHaveLength(16);
  });

  test('licences, what is due, loans, due holds, (two for events, one for the pace), the suspension after a missed pickup, its event, due holds, free copies; and the address', async () => {
    const held = await library.ready();
    await advanceClock(library.service, 3 * DAY);
    expect(await statementsSentBy(edit(held), 204)).toHaveLength(19);
  });

  test('licences, what is due, loans, due holds, (two for events, one for the pace), (two for events, the end of a hold), its notice and what it tells, waking the workers, due holds, free copies; and the way back to the savepoint', async () => {
    const { patron, title } = await library.ready();
    await advanceClock(library.service, 3 * DAY);
    await mustSucceed(patron.release(title));
    await advanceClock(library.service, 3 * DAY);
    expect(await statementsSentBy(() => patron.remove(title), 404)).toHaveLength(23);
  });
});

test('a preferred lending period takes the token and one statement, without a transaction', async () => {
  const patron = await library.addPatron();
  const request = (): Promise<Answer> =>
    patron.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 7 });
  expect(await statementsSentBy(request, 204)).toHaveLength(2);
});

test('a request without a valid token takes one statement', async () => {
  const patron = await library.addPatron();
  const request = (): Promise<Answer> =>
    patron.send('GET', '/v1/patrons/me/holds', { headers: { authorization: 'Bearer unknown' } });
  expect(await statementsSentBy(request, 401)).toHaveLength(1);
});

test("staff remove a patron's hold: session, patron (guard), library; lock, hold, (events, end), notice of three, log", async () => {
  const desk = await ConsoleClient.signIn(library, 'desk', ['desk']);
  const { patron, title } = await library.waiting();
  const form = `/console/libraries/${library.websiteId}/patrons/${patron.patronId}/holds/${title.reserveId}/removal`;
  const body = new URLSearchParams({ reason: 'requested' });
  const sent = await statementsSentBy(() => desk.send(form, { method: 'POST', body }), 303);
  expect(sent).toHaveLength(3 + 11);
});
