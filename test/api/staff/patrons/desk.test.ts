import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed } from '../../../support/client.js';
import { conditionsOf } from '../../../support/conditions.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import { ticketsWithNotice, useSharedLibrary } from '../../../support/operator/operator-library.js';

/** What staff do at the desk: they remove holds, return loans, and place, suspend and resume holds for patrons. */

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** A new patron with a loan of the only copy. */
async function patronWithLoan(): Promise<{ patron: TestPatron; title: TestTitle }> {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
  await mustSucceed(patron.borrow(title));
  return { patron, title };
}

test('the request that returns a copy gives it to the next hold, and queues the notice; it succeeds once, and only for its patron', async () => {
  const { patron, title } = await patronWithLoan();
  const [suspended, next, last] = await library.fillQueue(title, 3);
  await mustSucceed(suspended.suspend(title));
  expect(await ticketsWithNotice(library)).toEqual([]);
  expectRefusal(await operator.return(next, title), 'PatronDoesntHaveTitleCheckedOut');

  expectNoContent(await operator.return(patron, title));
  expect(await ticketsWithNotice(library)).toEqual([2]);
  expect(await conditionsOf(title, suspended, next, last)).toEqual(['suspended', 'ready', 'waiting']);
  const main = { owned: 1, onLoan: 0, setAside: 1, retiring: 0 };
  expect(await library.copiesOf(title)).toEqual({ main });
  expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
  expectRefusal(await operator.return(patron, title), 'PatronDoesntHaveTitleCheckedOut');
  // A hold is no loan.
  expectRefusal(await operator.return(next, title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.copiesOf(title)).toEqual({ main });
});

test('the request that removes a hold gives a ready one’s copy to the next, and queues the notice; it succeeds once, and only for its patron', async () => {
  const title = await library.addTitle(1);
  const [ready, suspended, next, last] = await library.fillQueue(title, 4);
  await mustSucceed(suspended.suspend(title));
  const other = await library.addPatron();
  expectRefusal(await operator.removeHold(other, title), 'PatronDoesntHaveTitleOnHold');
  expect(await ticketsWithNotice(library)).toEqual([1]);

  expectNoContent(await operator.removeHold(ready, title));
  expect(await ticketsWithNotice(library)).toEqual([1, 3]);
  const conditions = await conditionsOf(title, ready, suspended, next, last);
  expect(conditions).toEqual(['gone', 'suspended', 'ready', 'waiting']);
  expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 1, onLoan: 0, setAside: 1 } });
  expect((await last.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
  expectRefusal(await operator.removeHold(ready, title), 'PatronDoesntHaveTitleOnHold');
});

describe.each<[string, (patron: string | TestPatron, title: string | TestTitle) => Promise<Answer>]>([
  ['returns a loan', (patron, title) => operator.return(patron, title)],
  ['removes a hold', (patron, title) => operator.removeHold(patron, title)],
])('the request that %s', (what, send) => {
  const isReturn = what === 'returns a loan';

  test('does nothing to the same title in another library', async () => {
    const title = await library.addTitle(1);
    const there = await TestLibrary.open();
    await there.setCopiesOwned(title, 1);
    const [here, elsewhere] = [await library.addPatron(), await there.addPatron()];
    for (const patron of [here, elsewhere])
      await mustSucceed(isReturn ? patron.borrow(title) : patron.place(title));
    expectNoContent(await send(elsewhere, title));
    const { body } = await (isReturn ? here.loans() : here.list());
    expect(body.totalItems).toBe(1);
  });

  test('is refused for an unknown patron or title, and is a POST', async () => {
    const { patron, title } = isReturn ? await patronWithLoan() : await library.waiting();
    const unknown = isReturn ? 'PatronDoesntHaveTitleCheckedOut' : 'PatronDoesntHaveTitleOnHold';
    for (const patronId of ['987654', '0', '-1', '01', 'me', '2147483648', '99999999999', '%00'])
      expectRefusal(await send(patronId, title), 'NotFound');
    for (const id of ['987654', '0', 'Frankenstein', '%00', title.reserveId.slice(1)])
      expectRefusal(await send(patron, id), unknown);
    const end = isReturn ? 'checkouts' : 'holds';
    const path = `${patronPath(patron)}/${end}/${title.crossRefId}/${isReturn ? 'return' : 'removal'}`;
    expectRefusal(await operator.send('DELETE', path), 'MethodNotAllowed', 'POST');
    // By either identifier, in any case, with or without a trailing slash; what is sent is ignored.
    const sent = { headers: { 'content-type': 'text/plain' }, body: 'as asked at the desk' };
    expectNoContent(await operator.send('POST', `${path}/`, sent));
    await mustSucceed(isReturn ? patron.borrow(title) : patron.place(title));
    expectNoContent(await send(patron, title.reserveId.toUpperCase()));
  });
});

describe('for a patron, staff', () => {
  const place = (patron: TestPatron, title: TestTitle, fields: object = {}): Promise<Answer> =>
    operator.post(`${patronPath(patron)}/holds`, {
      reserveId: title.reserveId,
      emailAddress: 'reader@example.org',
      ...fields,
    });
  const suspensionOf = (patron: TestPatron, title: TestTitle): string =>
    `${patronPath(patron)}/holds/${title.crossRefId}/suspension`;

  /** What the log of actions has of the patron. */
  async function actionsFor({ patronId }: TestPatron): Promise<string[]> {
    const { body } = await operator.get(`/operator/v1/actions?patronId=${patronId}`);
    return (body as { actions: { action: string }[] }).actions.map(({ action }) => action).sort();
  }

  test('place a hold, suspend it and resume it, by the rules of the patron, and the log says so', async () => {
    const title = await library.addTitle();
    const [first, patron] = await library.addPatrons(2);
    await mustSucceed(first.place(title));
    expectNoContent(await place(patron, title));
    const placed = { emailAddress: 'reader@example.org', holdListPosition: 2 };
    expect((await patron.find(title)).body).toMatchObject(placed);
    const week = { suspensionType: 'limited', numberOfDays: 7 };
    expectNoContent(await operator.post(suspensionOf(patron, title), week));
    expect(await conditionsOf(title, first, patron)).toEqual(['waiting', 'suspended']);
    expectNoContent(await operator.delete(suspensionOf(patron, title)));
    expect(await conditionsOf(title, first, patron)).toEqual(['waiting', 'waiting']);
    expect(await actionsFor(patron)).toEqual(['hold-placed', 'hold-resumed', 'hold-suspended']);
  });

  test('the address of a hold that they place is the hold’s alone: that of the patron’s last hold stays', async () => {
    const [patron, own] = [await library.addPatron(), await library.addTitle()];
    expectNoContent(await place(patron, await library.addTitle()));
    expect((await patron.profile()).body).not.toHaveProperty('lastHoldEmail');
    await mustSucceed(patron.place(own));
    expectNoContent(await place(patron, await library.addTitle()));
    expect((await patron.profile()).body).toMatchObject({ lastHoldEmail: patron.emailAddress });
  });

  test('may do nothing that the patron may not do, and the log has nothing of it', async () => {
    const patron = await library.addPatron({ holdLimit: 1 });
    const [title, other] = [await library.addTitle(), await library.addTitle()];
    const suspension = suspensionOf(patron, title);
    expectRefusal(await operator.delete(suspension), 'PatronDoesntHaveTitleOnHold');
    await mustSucceed(patron.place(title));
    expectRefusal(await place(patron, other), 'PatronExceededHoldLimit');
    expectRefusal(await operator.delete(suspension), 'HoldNotSuspended');
    await mustSucceed(patron.suspend(title));
    expectRefusal(await operator.post(suspension, { suspensionType: 'indefinite' }), 'HoldAlreadySuspended');
    expect(await actionsFor(patron)).toEqual([]);
  });
});
