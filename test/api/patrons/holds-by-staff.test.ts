import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { conditionsOf } from '../../support/conditions.js';
import { type OperatorClient, patronPath } from '../../support/operator/operator-client.js';
import { useOperatorLibrary } from '../../support/operator/operator-library.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';
import type { Answer } from '../../support/client.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

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

test('staff place a hold, suspend it and resume it, by the rules of the patron, and the log says so', async () => {
  const title = await library.addTitle();
  const [first, patron] = [await library.addPatron(), await library.addPatron()];
  await mustSucceed(first.place(title));
  expectNoContent(await place(patron, title));
  expect((await patron.find(title)).body).toMatchObject({
    emailAddress: 'reader@example.org',
    holdListPosition: 2,
  });
  expectNoContent(
    await operator.post(suspensionOf(patron, title), { suspensionType: 'limited', numberOfDays: 7 }),
  );
  expect(await conditionsOf(title, first, patron)).toEqual(['waiting', 'suspended']);
  expectNoContent(await operator.delete(suspensionOf(patron, title)));
  expect((await patron.find(title)).body).toMatchObject({ holdListPosition: 2 });
  expect(await conditionsOf(title, first, patron)).toEqual(['waiting', 'waiting']);
  expect(await actionsFor(patron)).toEqual(['hold-placed', 'hold-resumed', 'hold-suspended']);
});

test('a ready hold that staff suspend gives its copy to the next in line', async () => {
  const title = await library.addTitle(1);
  const [ready, next] = await library.fillQueue(title, 2);
  expectNoContent(await operator.post(suspensionOf(ready, title), { suspensionType: 'indefinite' }));
  expect(await conditionsOf(title, ready, next)).toEqual(['suspended', 'ready']);
});

test('what a patron may not do, staff may not do for the patron, and the log has nothing of it', async () => {
  const patron = await library.addPatron({ holdLimit: 1 });
  const [title, other] = [await library.addTitle(), await library.addTitle()];
  expectRefusal(await operator.delete(suspensionOf(patron, title)), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await place(patron, title, { emailAddress: 'nobody' }), 'InvalidEmailAddress');
  expectRefusal(await place(patron, title, { emailAddress: undefined }), 'MissingField');
  await mustSucceed(patron.place(title));
  expectRefusal(await place(patron, title), 'AlreadyOnWaitList');
  expectRefusal(await place(patron, other), 'PatronExceededHoldLimit');
  expectRefusal(await operator.delete(suspensionOf(patron, title)), 'HoldNotSuspended');
  expectRefusal(
    await operator.post(suspensionOf(patron, title), { suspensionType: 'limited' }),
    'MissingField',
  );
  await mustSucceed(patron.suspend(title));
  expectRefusal(
    await operator.post(suspensionOf(patron, title), { suspensionType: 'indefinite' }),
    'HoldAlreadySuspended',
  );
  expect(await actionsFor(patron)).toEqual([]);
});
