import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, HOUR } from '../support/clock.js';
import { conditionIn } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { holdPath, HOLDS, type TestLibrary } from '../support/test-library.js';
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

test('a ready hold that staff remove hands its copy on in the same request, and the notice is written', async () => {
  const title = await library.title(1);
  const [ready, away, next, last] = await crowdInLine(library, title, 4);
  await granted(away!.suspend(title));
  expect(await ticketsTold(library)).toEqual([1]);

  expectNoContent(await operator.removeHold(ready!, title));
  expect(await ticketsTold(library)).toEqual([1, 3]);
  const conditions = [ready, away, next, last].map(async (reader) => conditionIn(await reader!.find(title)));
  expect(await Promise.all(conditions)).toEqual(['gone', 'suspended', 'ready', 'waiting']);
  expect(await library.shelf(title)).toEqual({ main: { owned: 1, onLoan: 0, setAside: 1, retiring: 0 } });
  expect((await last!.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
});

test('a hold that waits or rests goes too, and nobody else’s changes', async () => {
  const title = await library.title(1);
  const [ready, waiting, resting, last] = await crowdInLine(library, title, 4);
  await granted(resting!.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
  const before = (await ready!.find(title)).body as object;
  expectNoContent(await operator.removeHold(waiting!, title));
  expectNoContent(await operator.removeHold(resting!, title));
  expect(await ticketsTold(library)).toEqual([1]);
  expect((await last!.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  expect({ ...(await ready!.find(title)).body, numberOfHolds: 1 }).toEqual(before);
});

test('the copy of the last hold is free for anyone', async () => {
  const { reader, title } = await library.ready();
  expectNoContent(await operator.removeHold(reader, title));
  expect(await library.shelf(title)).toMatchObject({ main: { setAside: 0 } });
  expectCreated(await (await library.reader()).borrow(title));
});

test('a hold that staff removed counts no more against the limit', async () => {
  const reader = await library.reader({ holdLimit: 1 });
  const [title, other] = [await library.title(), await library.title()];
  await granted(reader.place(title));
  expectRefusal(await reader.place(other), 'PatronExceededHoldLimit');
  expectNoContent(await operator.removeHold(reader, title));
  expectCreated(await reader.place(other));
});

test('a title is named by either identifier, in any case, with or without a trailing slash', async () => {
  const { reader, title } = await library.waiting();
  for (const id of [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId]) {
    for (const end of ['removal', 'removal/']) {
      const path = `${personPath(reader)}/holds/${id}/${end}`;
      expectNoContent(await operator.send('POST', path));
      await granted(reader.place(title));
    }
  }
});

test('a request may carry any body: it means nothing', async () => {
  const { reader, title } = await library.waiting();
  const path = `${personPath(reader)}/holds/${title.crossRefId}/removal`;
  const options = { headers: { 'content-type': 'text/plain' }, body: 'as asked at the desk' };
  expectNoContent(await operator.send('POST', path, options));
});

test('a hold is removed once, and only for the patron who has it', async () => {
  const { reader, title } = await library.waiting();
  const other = await library.reader();
  expectRefusal(await operator.removeHold(other, title), 'PatronDoesntHaveTitleOnHold');
  expectNoContent(await operator.removeHold(reader, title));
  expectRefusal(await operator.removeHold(reader, title), 'PatronDoesntHaveTitleOnHold');
});

test('a hold that time has ended is not there to be removed, and its copy goes on all the same', async () => {
  await library.import({ record: 'library', websiteId: 37, name: 'Strict', missedPickup: 'cancel' });
  const title = await library.title(1);
  const [missed, next] = await crowdInLine(library, title, 2);
  await advanceClock(library.service, 73 * HOUR);
  expectRefusal(await operator.removeHold(missed!, title), 'PatronDoesntHaveTitleOnHold');
  expect(conditionIn(await next!.find(title))).toBe('ready');
  expect(await ticketsTold(library)).toEqual([1, 2]);
});

test('a patron of another library keeps the hold of the same title', async () => {
  const { reader, title } = await library.waiting();
  await library.import(...otherLibrary(title, 0));
  const stranger = await library.service.signIn(STRANGER);
  await granted(stranger.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  expectNoContent(await operator.removeHold(STRANGER, title));
  expect((await stranger.get(holdPath(title))).status).toBe(404);
  expect((await reader.find(title)).body.numberOfHolds).toBe(1);
});

test('a patron or a title that there is not is refused', async () => {
  const { reader, title } = await library.waiting();
  for (const patronId of ['987654', '0', '-1', '01', 'me', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.removeHold(patronId, title), 'NotFound');
  for (const id of ['987654', '0', 'Frankenstein', '%00', title.reserveId.slice(1)])
    expectRefusal(await operator.removeHold(reader, id), 'PatronDoesntHaveTitleOnHold');
});

test('a hold is removed by POST alone', async () => {
  const { reader, title } = await library.waiting();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await operator.send(method, `${personPath(reader)}/holds/${title.crossRefId}/removal`);
    expectRefusal(answer, 'MethodNotAllowed', 'POST');
  }
  expect((await reader.find(title)).status).toBe(200);
});
