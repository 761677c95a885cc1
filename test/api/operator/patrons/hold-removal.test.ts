import { expectCreated, expectNoContent, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, HOUR } from '../../../support/clock.js';
import { conditionIn, conditionsOf } from '../../../support/conditions.js';
import { holdPath, HOLDS } from '../../../support/paths.js';
import { type TestLibrary } from '../../../support/test-library.js';
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

test('the request that removes a ready hold gives its copy to the next one, and queues the notice', async () => {
  const title = await library.addTitle(1);
  const [ready, suspended, next, last] = await library.fillQueue(title, 4);
  await mustSucceed(suspended.suspend(title));
  expect(await ticketsWithNotice(library)).toEqual([1]);

  expectNoContent(await operator.removeHold(ready, title));
  expect(await ticketsWithNotice(library)).toEqual([1, 3]);
  expect(await conditionsOf(title, ready, suspended, next, last)).toEqual([
    'gone',
    'suspended',
    'ready',
    'waiting',
  ]);
  expect(await library.copiesOf(title)).toEqual({ main: { owned: 1, onLoan: 0, setAside: 1, retiring: 0 } });
  expect((await last.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
});

test('waiting and suspended holds can be removed, and other holds do not change', async () => {
  const title = await library.addTitle(1);
  const [ready, waiting, suspended, last] = await library.fillQueue(title, 4);
  await mustSucceed(suspended.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
  const before = (await ready.find(title)).body as object;
  expectNoContent(await operator.removeHold(waiting, title));
  expectNoContent(await operator.removeHold(suspended, title));
  expect(await ticketsWithNotice(library)).toEqual([1]);
  expect((await last.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  expect({ ...(await ready.find(title)).body, numberOfHolds: 1 }).toEqual(before);
});

test('the copy of the last hold is free', async () => {
  const { patron, title } = await library.ready();
  expectNoContent(await operator.removeHold(patron, title));
  expect(await library.copiesOf(title)).toMatchObject({ main: { setAside: 0 } });
  expectCreated(await (await library.addPatron()).borrow(title));
});

test('a removed hold no longer counts against the limit', async () => {
  const patron = await library.addPatron({ holdLimit: 1 });
  const [title, other] = [await library.addTitle(), await library.addTitle()];
  await mustSucceed(patron.place(title));
  expectRefusal(await patron.place(other), 'PatronExceededHoldLimit');
  expectNoContent(await operator.removeHold(patron, title));
  expectCreated(await patron.place(other));
});

test('a title is identified by either identifier, in any case, with or without a trailing slash', async () => {
  const { patron, title } = await library.waiting();
  for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId]) {
    for (const end of ['removal', 'removal/']) {
      const path = `${patronPath(patron)}/holds/${id}/${end}`;
      expectNoContent(await operator.send('POST', path));
      await mustSucceed(patron.place(title));
    }
  }
});

test('a request may have any body, which is ignored', async () => {
  const { patron, title } = await library.waiting();
  const path = `${patronPath(patron)}/holds/${title.crossRefId}/removal`;
  const options = { headers: { 'content-type': 'text/plain' }, body: 'as asked at the desk' };
  expectNoContent(await operator.send('POST', path, options));
});

test('a hold can be removed only once, and only for its patron', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addPatron();
  expectRefusal(await operator.removeHold(other, title), 'PatronDoesntHaveTitleOnHold');
  expectNoContent(await operator.removeHold(patron, title));
  expectRefusal(await operator.removeHold(patron, title), 'PatronDoesntHaveTitleOnHold');
});

test('a hold that is over cannot be removed, but its copy goes to the next one', async () => {
  await library.import({ record: 'library', websiteId: 37, name: 'Strict', missedPickup: 'cancel' });
  const title = await library.addTitle(1);
  const [missed, next] = await library.fillQueue(title, 2);
  await advanceClock(library.service, 73 * HOUR);
  expectRefusal(await operator.removeHold(missed, title), 'PatronDoesntHaveTitleOnHold');
  expect(conditionIn(await next.find(title))).toBe('ready');
  expect(await ticketsWithNotice(library)).toEqual([1, 2]);
});

test('a removal in another library does not affect a hold on the same title', async () => {
  const { patron, title } = await library.waiting();
  await library.import(...otherLibrary(title, 0));
  const otherPatron = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(otherPatron.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  expectNoContent(await operator.removeHold(OTHER_PATRON_ID, title));
  expect((await otherPatron.get(holdPath(title))).status).toBe(404);
  expect((await patron.find(title)).body.numberOfHolds).toBe(1);
});

test('an unknown patron or title is refused', async () => {
  const { patron, title } = await library.waiting();
  for (const patronId of ['987654', '0', '-1', '01', 'me', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.removeHold(patronId, title), 'NotFound');
  for (const id of ['987654', '0', 'Frankenstein', '%00', title.reserveId.slice(1)])
    expectRefusal(await operator.removeHold(patron, id), 'PatronDoesntHaveTitleOnHold');
});

test('only POST removes a hold', async () => {
  const { patron, title } = await library.waiting();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await operator.send(method, `${patronPath(patron)}/holds/${title.crossRefId}/removal`);
    expectRefusal(answer, 'MethodNotAllowed', 'POST');
  }
  expect((await patron.find(title)).status).toBe(200);
});
