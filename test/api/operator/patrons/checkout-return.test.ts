import { expectCreated, expectNoContent, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY } from '../../../support/clock.js';
import { conditionIn, conditionsOf } from '../../../support/conditions.js';
import { CHECKOUTS } from '../../../support/paths.js';
import { type TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import {
  OTHER_PATRON_ID,
  otherLibrary,
  ticketsWithNotice,
  useOperatorLibrary,
} from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

/** A new patron with a loan of the only copy. */
async function patronWithLoan(members: object = {}): Promise<{ patron: TestPatron; title: TestTitle }> {
  const [patron, title] = [await library.addPatron(members), await library.addTitle(1)];
  await mustSucceed(patron.borrow(title));
  return { patron, title };
}

test('the request that returns a copy gives it to the next hold, and queues the notice', async () => {
  const { patron, title } = await patronWithLoan();
  const [suspended, next, last] = await library.fillQueue(title, 3);
  await mustSucceed(suspended.suspend(title));
  expect(await ticketsWithNotice(library)).toEqual([]);

  expectNoContent(await operator.return(patron, title));
  expect(await ticketsWithNotice(library)).toEqual([2]);
  expect(await conditionsOf(title, suspended, next, last)).toEqual(['suspended', 'ready', 'waiting']);
  expect(await library.copiesOf(title)).toEqual({ main: { owned: 1, onLoan: 0, setAside: 1, retiring: 0 } });
  expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
});

test('a returned copy that nobody waits for is free, and the loan no longer counts against the limit', async () => {
  const { patron, title } = await patronWithLoan({ checkoutLimit: 1 });
  const other = await library.addTitle(1);
  expectRefusal(await patron.borrow(other), 'PatronHasExceededCheckoutLimit');
  expectNoContent(await operator.return(patron, title));
  expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
  expectCreated(await patron.borrow(other));
  expectCreated(await (await library.addPatron()).borrow(title));
});

test('a returned copy goes only to patrons who may use its collection', async () => {
  const title = await library.addTitle({ main: 0, adults: 1 });
  const patron = await library.addPatron();
  await mustSucceed(patron.borrow(title));
  const child = await library.addPatron({ category: 'child' });
  await mustSucceed(child.place(title));
  const [adult] = await library.fillQueue(title, 1);
  expectNoContent(await operator.return(patron, title));
  expect(conditionIn(await child.find(title))).toBe('waiting');
  expect(conditionIn(await adult.find(title))).toBe('ready');
});

test('a returned copy that the library no longer owns goes to nobody', async () => {
  const { patron, title } = await patronWithLoan();
  const [waiting] = await library.fillQueue(title, 1);
  await library.setCopiesOwned(title, 0);
  expectNoContent(await operator.return(patron, title));
  expect(await library.copiesOf(title)).toEqual({ main: { owned: 0, onLoan: 0, setAside: 0, retiring: 0 } });
  expect(conditionIn(await waiting.find(title))).toBe('waiting');
  expect(await ticketsWithNotice(library)).toEqual([]);
});

test('a loan that is over cannot be returned, but its copy goes to the next hold', async () => {
  const { patron, title } = await patronWithLoan();
  const [waiting] = await library.fillQueue(title, 1);
  await advanceClock(library.service, 21 * DAY);
  expectRefusal(await operator.return(patron, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(conditionIn(await waiting.find(title))).toBe('ready');
  expect(await ticketsWithNotice(library)).toEqual([1]);
});

test('a title is identified by either identifier, in any case, with or without a trailing slash', async () => {
  const { patron, title } = await patronWithLoan();
  for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId]) {
    for (const end of ['return', 'return/']) {
      expectNoContent(await operator.send('POST', `${patronPath(patron)}/checkouts/${id}/${end}`));
      await mustSucceed(patron.borrow(title));
    }
  }
});

test('a loan can be returned only once, and only for its patron', async () => {
  const { patron, title } = await patronWithLoan();
  const other = await library.addPatron();
  expectRefusal(await operator.return(other, title), 'PatronDoesntHaveTitleCheckedOut');
  expectNoContent(await operator.return(patron, title));
  expectRefusal(await operator.return(patron, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0 } });
});

test('a hold cannot be returned', async () => {
  const { patron, title } = await library.ready();
  expectRefusal(await operator.return(patron, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(conditionIn(await patron.find(title))).toBe('ready');
});

test('another library’s loan of the same title is not affected', async () => {
  const { patron, title } = await patronWithLoan();
  await library.import(...otherLibrary(title, 1));
  const otherPatron = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(otherPatron.post(CHECKOUTS, { reserveId: title.reserveId }));
  expectNoContent(await operator.return(patron, title));
  expect((await otherPatron.get(CHECKOUTS)).body.totalItems).toBe(1);
  expectNoContent(await operator.return(OTHER_PATRON_ID, title));
  expect((await otherPatron.get(CHECKOUTS)).body.totalItems).toBe(0);
});

test('an unknown patron or title is refused', async () => {
  const { patron, title } = await patronWithLoan();
  for (const patronId of ['987654', '0', '-1', '01', 'me', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.return(patronId, title), 'NotFound');
  for (const id of ['987654', '0', 'Frankenstein', '%00', title.reserveId.slice(1)])
    expectRefusal(await operator.return(patron, id), 'PatronDoesntHaveTitleCheckedOut');
  expect((await patron.loans()).body.totalItems).toBe(1);
});

test('only POST returns a loan', async () => {
  const { patron, title } = await patronWithLoan();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const path = `${patronPath(patron)}/checkouts/${title.crossRefId}/return`;
    expectRefusal(await operator.send(method, path), 'MethodNotAllowed', 'POST');
  }
});
