import { statement } from '../../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { HOLDS } from '../../../support/paths.js';
import { reserveIdOf, WEBSITE_ID } from '../../../support/records.js';
import { type TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, type Query } from '../../../support/operator/operator-client.js';
import {
  OTHER_PATRON_ID,
  OTHER_WEBSITE_ID,
  otherLibrary,
  useOperatorLibrary,
} from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

const HERE = { websiteId: WEBSITE_ID };

interface HoldEntry {
  readonly ticket: number;
  readonly patronId: number;
  readonly condition: string;
}

async function holdsOf(title: TestTitle, query: Query = {}): Promise<HoldEntry[]> {
  const { body } = await mustSucceed(operator.queue(title, { ...HERE, ...query }));
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

  const answer = await operator.queue(title, HERE);
  expectOk(answer);
  const placed = async (patron: TestPatron): Promise<string | undefined> =>
    (await timesOf(patron, title)).placed;
  expect(answer.body).toEqual({
    reserveId: title.reserveId,
    crossRefId: title.crossRefId,
    title: `Title ${title.crossRefId}`,
    numberOfHolds: 5,
    limit: 50,
    offset: 0,
    holds: [
      {
        ticket: 1,
        patronId: child.patronId,
        category: 'child',
        condition: 'waiting',
        holdPlacedDate: await placed(child),
      },
      {
        ticket: 2,
        patronId: ready.patronId,
        category: 'adult',
        condition: 'ready',
        holdPlacedDate: await placed(ready),
        holdExpires: (await timesOf(ready, title)).expires,
      },
      {
        ticket: 3,
        patronId: waiting.patronId,
        category: 'adult',
        condition: 'waiting',
        holdPlacedDate: await placed(waiting),
      },
      {
        ticket: 4,
        patronId: limited.patronId,
        category: 'adult',
        condition: 'suspended',
        holdPlacedDate: await placed(limited),
        suspendedUntil: (await timesOf(limited, title)).until,
      },
      {
        ticket: 5,
        patronId: indefinite.patronId,
        category: 'adult',
        condition: 'suspended',
        holdPlacedDate: await placed(indefinite),
      },
    ],
  });
  expect(answer.text).not.toContain('@');
});

test('a title is identified by either identifier, in any case, with or without a trailing slash', async () => {
  const title = await library.addTitle();
  await library.fillQueue(title, 1);
  const { body } = await mustSucceed(operator.queue(title, HERE));
  for (const id of [title.reserveId.toUpperCase(), title.crossRefId, `${title.crossRefId}`])
    expect((await mustSucceed(operator.queue(id, HERE))).body).toEqual(body);
  const path = `/operator/v1/titles/${title.crossRefId}/queue/?websiteId=${WEBSITE_ID}`;
  expect((await mustSucceed(operator.get(path))).body).toEqual(body);
});

test('a title without holds has an empty queue', async () => {
  const { body } = await mustSucceed(operator.queue(await library.addTitle(2), HERE));
  expect(body).toMatchObject({ numberOfHolds: 0, holds: [] });
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

describe('the queue follows the current time, before a timer has handled what is due', () => {
  test('a missed pickup suspends the hold for seven days, and then it waits again', async () => {
    const title = await library.addTitle(1);
    const [first] = await library.fillQueue(title, 2);
    const { expires = '' } = await timesOf(first, title);
    await advanceClock(library.service, 73 * HOUR);
    const [missed, next] = await holdsOf(title);
    const weekLater = new Date(Date.parse(expires) + 7 * DAY * 1000).toISOString().slice(0, 19);
    expect(missed).toMatchObject({ condition: 'suspended', suspendedUntil: `${weekLater}Z` });
    expect(missed).not.toHaveProperty('holdExpires');
    expect(next).toMatchObject({ condition: 'waiting' });

    await advanceClock(library.service, 8 * DAY);
    expect(await ticketsAndConditions(title)).toEqual(['1 waiting', '2 waiting']);
  });

  test('a hold that ends by a missed pickup is left out, though it is counted until a command handles it', async () => {
    const title = await library.addTitle(1);
    const [first] = await library.fillQueue(title, 2);
    await library.service.database.run(
      statement('test-missed-a-pickup', 'UPDATE hold SET missed_pickups = 1 WHERE patron_id = $1'),
      [first.patronId],
    );
    await advanceClock(library.service, 73 * HOUR);
    expect(await ticketsAndConditions(title)).toEqual(['2 waiting']);
    expectRefusal(await operator.removeHold(first, title), 'PatronDoesntHaveTitleOnHold');
    const { body } = await mustSucceed(operator.queue(title, HERE));
    expect(body).toMatchObject({ numberOfHolds: 1, holds: [{ ticket: 2, condition: 'ready' }] });
  });

  test('a hold whose suspension is over waits', async () => {
    const { title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    expect(await ticketsAndConditions(title)).toEqual(['1 suspended']);
    await advanceClock(library.service, DAY);
    expect(await ticketsAndConditions(title)).toEqual(['1 waiting']);
  });
});

test('a page has its offset and its limit', async () => {
  const title = await library.addTitle();
  await library.fillQueue(title, 5);
  const tickets = async (query: Query): Promise<number[]> =>
    (await holdsOf(title, query)).map(({ ticket }) => ticket);
  expect(await tickets({})).toEqual([1, 2, 3, 4, 5]);
  expect(await tickets({ limit: 2 })).toEqual([1, 2]);
  expect(await tickets({ limit: 2, offset: 3 })).toEqual([4, 5]);
  expect(await tickets({ limit: 500, offset: 5 })).toEqual([]);
  const { body } = await mustSucceed(operator.queue(title, { ...HERE, limit: 1, offset: 4 }));
  expect(body).toMatchObject({ numberOfHolds: 5, limit: 1, offset: 4 });
});

test('each library has its own queue of the title', async () => {
  const title = await library.addTitle();
  await library.fillQueue(title, 1);
  await library.import(...otherLibrary(title, 1));
  const otherPatron = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(otherPatron.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  const { body } = await mustSucceed(operator.queue(title, { websiteId: OTHER_WEBSITE_ID }));
  expect(body).toMatchObject({
    numberOfHolds: 1,
    holds: [{ patronId: OTHER_PATRON_ID, condition: 'ready' }],
  });
  expect(await ticketsAndConditions(title)).toEqual(['1 waiting']);
});

test('websiteId is required, and must be valid', async () => {
  const title = await library.addTitle();
  for (const query of [{}, { websiteId: '' }, { websiteId: '{websiteId}' }])
    expectRefusal(await operator.queue(title, query), 'MissingField', 'websiteId is missing');
  for (const websiteId of ['0', '-37', '037', 'main', '2147483648'])
    expectRefusal(
      await operator.queue(title, { websiteId }),
      'InvalidFieldValue',
      'websiteId must be a whole number from 1 to 2147483647',
    );
});

test('an invalid page is refused, and the error names the field', async () => {
  const title = await library.addTitle();
  for (const wrong of [{ limit: '0' }, { limit: '501' }, { offset: '-1' }, { offset: 'x' }])
    expectRefusal(
      await operator.queue(title, { ...HERE, ...wrong }),
      'InvalidFieldValue',
      `${Object.keys(wrong)[0]} must be a whole number`,
    );
});

test('an unknown title, and one that the library has never had, are not found', async () => {
  const title = await library.addTitle();
  for (const id of [reserveIdOf(987_654), 987_654, '0', '-1', 'Frankenstein', '%00', '9'.repeat(5_000)])
    expectRefusal(await operator.queue(id, HERE), 'NotFound');
  expectRefusal(await operator.queue(title, { websiteId: 99 }), 'NotFound');
  await library.import(...otherLibrary(await library.addTitle(), 1));
  expectRefusal(await operator.queue(title, { websiteId: OTHER_WEBSITE_ID }), 'NotFound');
});
