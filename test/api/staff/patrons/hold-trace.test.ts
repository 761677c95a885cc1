import { purgeAssignments } from '../../../../src/circulation/hold-trace.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE } from '../../../support/clock.js';
import { category as categoryRecord, patron as patronRecord } from '../../../support/records.js';
import { type TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

interface Traced {
  readonly event: string;
  readonly at: string;
}

function tracing(patron: TestPatron | number, title: TestTitle | string): Promise<Answer> {
  const id = typeof title === 'string' ? title : title.crossRefId;
  return operator.get(`${patronPath(patron)}/holds/${id}/trace`);
}

/** The events without their times. */
async function eventsOf(patron: TestPatron, title: TestTitle): Promise<object[]> {
  const answer = await mustSucceed(tracing(patron, title));
  return (answer.body as { events: Traced[] }).events.map(({ event, ...members }) => ({
    event,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !/^(?:at|lastAt|until)$/.test(name))),
  }));
}

test('a hold that only waits has nothing but the time at which it was placed', async () => {
  const { patron, title } = await library.waiting();
  const answer = await tracing(patron, title);
  expectOk(answer);
  const { holdPlacedDate } = (await patron.find(title)).body as { holdPlacedDate: string };
  expect(answer.body).toEqual({ ...title, holdPlacedDate, complete: true, events: [] });
});

test('a hold is offered, missed, suspended and released, each at its time', async () => {
  const { patron, title } = await library.ready();
  await advanceClock(library.service, 11 * DAY);
  const body = (await mustSucceed(tracing(patron, title))).body as {
    events: (Traced & { until?: string })[];
  };
  const [offered, missed, suspended, released, again] = body.events;
  const order = ['offered', 'missed', 'suspended', 'released', 'offered'];
  expect(body.events.map(({ event }) => event)).toEqual(order);
  expect(missed?.at).toBe(offered?.until);
  expect(suspended?.at).toBe(missed?.at);
  expect(released).toMatchObject({ at: suspended?.until, by: 'time' });
  expect(Date.parse(suspended!.until!) - Date.parse(suspended!.at)).toBe(7 * DAY * 1000);
  const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
  expect(again?.until).toBe(holdExpires);
  // The pickup begins with the transaction; the event is when it had the lock of the queue, which is a moment later.
  const laterThanPickup = 72 * HOUR * 1000 - (Date.parse(holdExpires) - Date.parse(again!.at));
  expect(laterThanPickup).toBeGreaterThanOrEqual(0);
  expect(laterThanPickup).toBeLessThan(MINUTE * 1000);
});

test('a patron suspends, changes the address, and releases the hold', async () => {
  const { patron, title } = await library.waiting();
  await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
  await mustSucceed(patron.edit(title, { emailAddress: 'elsewhere@example.org' }));
  await mustSucceed(patron.edit(title, { emailAddress: 'elsewhere@example.org' }));
  await mustSucceed(patron.editSuspension(title, { suspensionType: 'indefinite' }));
  await mustSucceed(patron.release(title));
  expect(await eventsOf(patron, title)).toEqual([
    { event: 'suspended' },
    { event: 'address-changed' },
    { event: 'suspended' },
    { event: 'released', by: 'request' },
  ]);
  expect((await tracing(patron, title)).text).not.toContain('elsewhere@example.org');
});

test('a suspension whose end changes is one event, also of a hold that is placed suspended', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const limited = { suspensionType: 'limited', numberOfDays: 3 };
  await mustSucceed(patron.place(title, { ignoreHoldEmail: true, ...limited }));
  for (const numberOfDays of [7, 9])
    await mustSucceed(patron.editSuspension(title, { ...limited, numberOfDays }));
  const { events } = (await tracing(patron, title)).body as { events: (Traced & { until: string })[] };
  expect(events).toHaveLength(1);
  expect(Math.round((Date.parse(events[0]!.until) - Date.parse(events[0]!.at)) / (DAY * 1000))).toBe(9);
  await mustSucceed(patron.editSuspension(title, { suspensionType: 'indefinite' }));
  expect((await tracing(patron, title)).body).toMatchObject({
    events: [{ event: 'suspended', at: events[0]!.at }],
  });
  expect((await tracing(patron, title)).text).not.toContain('until');
});

test('copies that went to later holds are counted with the reason', async () => {
  const title = await library.addTitle({ main: 0, adults: 0 });
  const child = await library.addPatron({ category: 'child' });
  await mustSucceed(child.place(title));
  await library.fillQueue(title, 4);
  await library.setCopiesOwned(title, 2, 'adults');
  await mustSucceed(child.suspend(title));
  await library.setCopiesOwned(title, 1, 'main');
  await mustSucceed(child.release(title));
  await library.setCopiesOwned(title, 2, 'main');
  expect(await eventsOf(child, title)).toEqual([
    { event: 'passed-over', reason: 'category', collectionId: 'adults', times: 2 },
    { event: 'suspended' },
    { event: 'passed-over', reason: 'suspended', collectionId: 'main', times: 1 },
    { event: 'released', by: 'request' },
    { event: 'offered', collectionId: 'main' },
  ]);
});

test('copies that went to earlier holds, or past a hold that has one, are nobody’s loss', async () => {
  const title = await library.addTitle(1);
  const [first, second, third] = await library.fillQueue(title, 3);
  await library.setCopiesOwned(title, 2);
  await library.setCopiesOwned(title, 3);
  for (const patron of [first, second, third])
    expect(await eventsOf(patron, title)).toEqual([{ event: 'offered', collectionId: 'main' }]);
});

test('a hold follows its patron to another category, and to another card', async () => {
  await library.import(categoryRecord('teen', ['main']));
  const { patron, title } = await library.waiting();
  await library.import(patronRecord(patron.patronId, { category: 'teen' }));
  const card = await library.addPatron({ category: 'teen' });
  await mustSucceed(operator.merge(patron, card.patronId));
  expect(await eventsOf(card, title)).toEqual([{ event: 'category-changed' }, { event: 'card-changed' }]);
});

const FORGET_EVENTS = statement(
  'test-forget-events',
  `UPDATE hold SET trace = '[{"event": "unrecorded"}]' WHERE patron_id = $1`,
);

test('a hold that is older than the record of events says so', async () => {
  const title = await library.addTitle();
  const [old] = await library.fillQueue(title, 2);
  await mustSucceed(old.suspend(title));
  await library.service.database.run(FORGET_EVENTS, [old.patronId]);
  await library.setCopiesOwned(title, 1);
  const { body } = await tracing(old, title);
  expect(body).toMatchObject({
    complete: false,
    events: [{ event: 'passed-over', reason: 'unknown', times: 1 }],
  });
});

const STORED = statement(
  'test-stored-events',
  `SELECT jsonb_array_length(trace) AS number FROM hold WHERE patron_id = $1`,
);

test('the latest events are kept, however often a hold changes', async () => {
  const { patron, title } = await library.waiting();
  for (let round = 0; round < 26; round++) {
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
  }
  const { body } = (await tracing(patron, title)) as { body: { complete: boolean; events: Traced[] } };
  expect(body.complete).toBe(false);
  expect(body.events.length).toBeGreaterThan(40);
  expect(body.events.at(-1)?.event).toBe('released');
  expect(await library.service.database.run(STORED, [patron.patronId])).toEqual([{ number: 50 }]);
});

const LOGGED = statement(
  'test-logged-assignments',
  `SELECT count(*)::int AS number FROM queue_hand_over WHERE reserve_id = $1`,
);

test('the trace ends with the hold; assignments are forgotten after 90 days', async () => {
  const { patron: suspended, title } = await library.suspended();
  const [patron] = await library.fillQueue(title, 1);
  await library.setCopiesOwned(title, 1);
  await mustSucceed(patron.remove(title));
  expectRefusal(await tracing(patron, title), 'PatronDoesntHaveTitleOnHold');
  await mustSucceed(patron.place(title));
  expect(await eventsOf(patron, title)).toEqual([{ event: 'offered', collectionId: 'main' }]);
  expect(await eventsOf(suspended, title)).toMatchObject([
    { event: 'suspended' },
    { event: 'passed-over', times: 2 },
  ]);
  const { database } = library.service;
  const logged = (): Promise<unknown> => database.run(LOGGED, [title.reserveId]);
  await advanceClock(library.service, 89 * DAY);
  await purgeAssignments(database);
  expect(await logged()).toEqual([{ number: 2 }]);
  await advanceClock(library.service, 2 * DAY);
  expect(await purgeAssignments(database)).toBeGreaterThanOrEqual(2);
  expect(await logged()).toEqual([{ number: 0 }]);
});

test('without such a patron, title or hold there is no trace', async () => {
  const { patron, title } = await library.waiting();
  expectRefusal(await tracing(987654, title), 'NotFound');
  expectRefusal(await tracing(patron, '987654'), 'PatronDoesntHaveTitleOnHold');
  expectRefusal(await tracing(await library.addPatron(), title), 'PatronDoesntHaveTitleOnHold');
});
