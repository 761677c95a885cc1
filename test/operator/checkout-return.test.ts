import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, DAY } from '../support/clock.js';
import { conditionIn } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { CHECKOUTS, type Reader, type TestLibrary, type TestTitle } from '../support/test-library.js';
import {
  crowdInLine,
  openStaffedLibrary,
  type Operator,
  otherLibrary,
  personPath,
  STRANGER,
  ticketsTold,
} from './operator.js';

let library: TestLibrary;
let operator: Operator;
beforeEach(async () => {
  ({ library, operator } = await openStaffedLibrary());
  await witnessHandOvers(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
});

/** A patron with a loan of the only copy. */
async function loan(members: object = {}): Promise<{ reader: Reader; title: TestTitle }> {
  const [reader, title] = [await library.reader(members), await library.title(1)];
  await granted(reader.borrow(title));
  return { reader, title };
}

test('a copy that staff take back goes to the first in line in the same request, and the notice is written', async () => {
  const { reader, title } = await loan();
  const [away, next, last] = await crowdInLine(library, title, 3);
  await granted(away!.suspend(title));
  expect(await ticketsTold(library)).toEqual([]);

  expectNoContent(await operator.return(reader, title));
  expect(await ticketsTold(library)).toEqual([2]);
  const conditions = [away, next, last].map(async (each) => conditionIn(await each!.find(title)));
  expect(await Promise.all(conditions)).toEqual(['suspended', 'ready', 'waiting']);
  expect(await library.shelf(title)).toEqual({ main: { owned: 1, onLoan: 0, setAside: 1, retiring: 0 } });
  expectRefusal(await reader.loan(title), 'TitleNotCheckedOut');
});

test('a copy that nobody waits for is free, and the loan counts no more against the limit', async () => {
  const { reader, title } = await loan({ checkoutLimit: 1 });
  const other = await library.title(1);
  expectRefusal(await reader.borrow(other), 'PatronHasExceededCheckoutLimit');
  expectNoContent(await operator.return(reader, title));
  expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
  expectCreated(await reader.borrow(other));
  expectCreated(await (await library.reader()).borrow(title));
});

test('a copy goes only to those who may use its collection', async () => {
  const title = await library.title({ main: 0, adults: 1 });
  const reader = await library.reader();
  await granted(reader.borrow(title));
  const child = await library.reader({ category: 'child' });
  await granted(child.place(title));
  const [adult] = await crowdInLine(library, title, 1);
  expectNoContent(await operator.return(reader, title));
  expect(conditionIn(await child.find(title))).toBe('waiting');
  expect(conditionIn(await adult!.find(title))).toBe('ready');
});

test('a copy that the library no longer owns goes to nobody', async () => {
  const { reader, title } = await loan();
  const [waiting] = await crowdInLine(library, title, 1);
  await library.own(title, 0);
  expectNoContent(await operator.return(reader, title));
  expect(await library.shelf(title)).toEqual({ main: { owned: 0, onLoan: 0, setAside: 0, retiring: 0 } });
  expect(conditionIn(await waiting!.find(title))).toBe('waiting');
  expect(await ticketsTold(library)).toEqual([]);
});

test('a loan that time has ended is not there to be returned, and its copy goes on all the same', async () => {
  const { reader, title } = await loan();
  const [waiting] = await crowdInLine(library, title, 1);
  await advanceClock(library.service, 21 * DAY);
  expectRefusal(await operator.return(reader, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(conditionIn(await waiting!.find(title))).toBe('ready');
  expect(await ticketsTold(library)).toEqual([1]);
});

test('a title is named by either identifier, in any case, with or without a trailing slash', async () => {
  const { reader, title } = await loan();
  for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId]) {
    for (const end of ['return', 'return/']) {
      expectNoContent(await operator.send('POST', `${personPath(reader)}/checkouts/${id}/${end}`));
      await granted(reader.borrow(title));
    }
  }
});

test('a loan is returned once, and only for the patron who has it', async () => {
  const { reader, title } = await loan();
  const other = await library.reader();
  expectRefusal(await operator.return(other, title), 'PatronDoesntHaveTitleCheckedOut');
  expectNoContent(await operator.return(reader, title));
  expectRefusal(await operator.return(reader, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0 } });
});

test('a patron who only has the title on hold has nothing to return', async () => {
  const { reader, title } = await library.ready();
  expectRefusal(await operator.return(reader, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(conditionIn(await reader.find(title))).toBe('ready');
});

test('a patron of another library keeps the loan of the same title', async () => {
  const { reader, title } = await loan();
  await library.import(...otherLibrary(title, 1));
  const stranger = await library.service.signIn(STRANGER);
  await granted(stranger.post(CHECKOUTS, { reserveId: title.reserveId }));
  expectNoContent(await operator.return(reader, title));
  expect((await stranger.get(CHECKOUTS)).body.totalItems).toBe(1);
  expectNoContent(await operator.return(STRANGER, title));
  expect((await stranger.get(CHECKOUTS)).body.totalItems).toBe(0);
});

test('a patron or a title that there is not is refused', async () => {
  const { reader, title } = await loan();
  for (const patronId of ['987654', '0', '-1', '01', 'me', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.return(patronId, title), 'NotFound');
  for (const id of ['987654', '0', 'Frankenstein', '%00', title.reserveId.slice(1)])
    expectRefusal(await operator.return(reader, id), 'PatronDoesntHaveTitleCheckedOut');
  expect((await reader.loans()).body.totalItems).toBe(1);
});

test('a loan is returned by POST alone', async () => {
  const { reader, title } = await loan();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const path = `${personPath(reader)}/checkouts/${title.crossRefId}/return`;
    expectRefusal(await operator.send(method, path), 'MethodNotAllowed', 'POST');
  }
});
