import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { reserveIdOf } from '../../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, type Query } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

const here = (): { websiteId: number } => ({ websiteId: library.websiteId });

interface HoldEntry {
  readonly ticket: number;
  readonly patronId: number;
  readonly condition: string;
}

async function holdsOf(title: TestTitle, query: Query = {}): Promise<HoldEntry[]> {
  const { body } = await mustSucceed(operator.queue(title, { ...here(), ...query }));
  return body.holds as HoldEntry[];
}

/** The tickets and conditions, such as `1 ready`, `2 waiting`. */
async function ticketsAndConditions(title: TestTitle): Promise<string[]> {
  return (await holdsOf(title)).map(({ ticket, condition }) => `${ticket} ${condition}`);
}

const TIMES = statement<Record<'placed' | 'expires' | 'until', Date | null>>(
  'test-times-of-a-hold',
  `SELECT placed_at AS placed, expires_at AS expires, suspended_until AS until
   FROM hold WHERE patron_id = $1 AND reserve_id = $2`,
);

/** The stored times of a hold, in the format of answers. */
async function timesOf({ patronId }: TestPatron, { reserveId }: TestTitle): Promise<Record<string, string>> {
  const [row] = await library.service.database.run(TIMES, [patronId, reserveId]);
  const formatted = Object.entries(row!).flatMap(([name, time]): [string, string][] =>
    time === null ? [] : [[name, `${time.toISOString().slice(0, 19)}Z`]],
  );
  return Object.fromEntries(formatted);
}

test('lists the holds with their patrons, conditions and times, in the order of the tickets', async () => {
  const title = await library.addTitle({ main: 0, adults: 1 });
  const child = await library.addPatron({ category: 'child' });
  await mustSucceed(child.place(title, { ignoreHoldEmail: true }));
  const [ready, waiting, limited, indefinite] = await library.fillQueue(title, 4);
  await mustSucceed(limited.suspend(title, { suspensionType: 'limited', numberOfDays: 30 }));
  await mustSucceed(indefinite.suspend(title));

  const answer = await operator.queue(title, here());
  expectOk(answer);
  const entry = async (ticket: number, patron: TestPatron, members: object): Promise<object> => ({
    ...{ ticket, patronId: patron.patronId, category: 'adult' },
    ...{ holdPlacedDate: (await timesOf(patron, title)).placed, ...members },
  });
  expect(answer.body).toEqual({
    ...{ ...title, title: `Title ${title.crossRefId}`, numberOfHolds: 5, limit: 50, offset: 0 },
    holds: await Promise.all([
      entry(1, child, { category: 'child', condition: 'waiting' }),
      entry(2, ready, { condition: 'ready', holdExpires: (await timesOf(ready, title)).expires }),
      entry(3, waiting, { condition: 'waiting' }),
      entry(4, limited, { condition: 'suspended', suspendedUntil: (await timesOf(limited, title)).until }),
      entry(5, indefinite, { condition: 'suspended' }),
    ]),
  });
  expect(answer.text).not.toContain('@');
});

test('a ticket does not change when the holds before it end', async () => {
  const title = await library.addTitle(1);
  const [first, second] = await library.fillQueue(title, 3);
  await mustSucceed(second.remove(title));
  await mustSucceed(first.borrow(title));
  expect(await ticketsAndConditions(title)).toEqual(['3 waiting']);
  await mustSucceed(first.returnTitle(title));
  expect(await ticketsAndConditions(title)).toEqual(['3 ready']);
});

test('the queue follows the current time, before a timer has handled what is due', async () => {
  const title = await library.addTitle(2);
  const [first, second] = await library.fillQueue(title, 3);
  await library.service.database.run(MISSED_A_PICKUP, [second.patronId]);
  const { expires = '' } = await timesOf(first, title);
  await advanceClock(library.service, 73 * HOUR);
  const [missed, next] = await holdsOf(title);
  const weekLater = `${new Date(Date.parse(expires) + 7 * DAY * 1000).toISOString().slice(0, 19)}Z`;
  expect(missed).toMatchObject({ ticket: 1, condition: 'suspended', suspendedUntil: weekLater });
  expect(missed).not.toHaveProperty('holdExpires');
  // The second hold has ended by its second missed pickup.
  expect(next).toMatchObject({ ticket: 3, condition: 'waiting' });
  await advanceClock(library.service, 8 * DAY);
  expect(await ticketsAndConditions(title)).toEqual(['1 waiting', '3 waiting']);
});

const MISSED_A_PICKUP = statement(
  'test-missed-a-pickup',
  'UPDATE hold SET missed_pickups = 1 WHERE patron_id = $1',
);

test('a page has its offset and its limit', async () => {
  const title = await library.addTitle();
  await library.fillQueue(title, 5);
  const tickets = async (query: Query): Promise<number[]> =>
    (await holdsOf(title, query)).map(({ ticket }) => ticket);
  expect(await tickets({})).toEqual([1, 2, 3, 4, 5]);
  expect(await tickets({ limit: 2 })).toEqual([1, 2]);
  expect(await tickets({ limit: 2, offset: 3 })).toEqual([4, 5]);
  expect(await tickets({ limit: 500, offset: 5 })).toEqual([]);
  const { body } = await mustSucceed(operator.queue(title, { ...here(), limit: 1, offset: 4 }));
  expect(body).toMatchObject({ numberOfHolds: 5, limit: 1, offset: 4 });
});

test('each library has its own queue of the title; one without holds has an empty one', async () => {
  const title = await library.addTitle();
  const there = await TestLibrary.open();
  await there.setCopiesOwned(title, 1);
  const queueThere = async (): Promise<object> =>
    (await mustSucceed(operator.queue(title, { websiteId: there.websiteId }))).body as object;
  expect(await queueThere()).toMatchObject({ numberOfHolds: 0, holds: [] });
  await library.fillQueue(title, 1);
  const [{ patronId }] = await there.fillQueue(title, 1);
  expect(await queueThere()).toMatchObject({ numberOfHolds: 1, holds: [{ patronId, condition: 'ready' }] });
  expect(await ticketsAndConditions(title)).toEqual(['1 waiting']);
});

test('websiteId is required, and must be valid', async () => {
  const title = await library.addTitle();
  for (const query of [{}, { websiteId: '' }, { websiteId: '{websiteId}' }])
    expectRefusal(await operator.queue(title, query), 'MissingField', 'websiteId is missing');
  const problem = 'websiteId must be a whole number from 1 to 2147483647';
  for (const websiteId of ['0', '037', 'main', '2147483648'])
    expectRefusal(await operator.queue(title, { websiteId }), 'InvalidFieldValue', problem);
});

test('an unknown title, and one that the library has never had, are not found', async () => {
  const title = await library.addTitle();
  for (const id of [reserveIdOf(987_654), 987_654, '0', '-1', 'Frankenstein', '%00', '9'.repeat(5_000)])
    expectRefusal(await operator.queue(id, here()), 'NotFound');
  expectRefusal(await operator.queue(title, { websiteId: 99 }), 'NotFound');
  const { websiteId } = await TestLibrary.open();
  expectRefusal(await operator.queue(title, { websiteId }), 'NotFound');
});
