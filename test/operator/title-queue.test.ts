import { statement } from '../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, DAY, HOUR } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { reserveIdOf, WEBSITE_ID } from '../support/records.js';
import { HOLDS, type Reader, type TestLibrary, type TestTitle } from '../support/test-library.js';
import {
  crowdInLine,
  openStaffedLibrary,
  type Operator,
  OTHER_WEBSITE_ID,
  otherLibrary,
  type Query,
  STRANGER,
} from './operator.js';

let library: TestLibrary;
let operator: Operator;
beforeAll(async () => {
  ({ library, operator } = await openStaffedLibrary());
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

const HERE = { websiteId: WEBSITE_ID };

interface Told {
  readonly ticket: number;
  readonly patronId: number;
  readonly condition: string;
}

async function holdsOf(title: TestTitle, query: Query = {}): Promise<Told[]> {
  const { body } = await granted(operator.queue(title, { ...HERE, ...query }));
  return body.holds as Told[];
}

/** As `1 ready`, `2 waiting`: the ticket and the condition. */
async function conditionsOf(title: TestTitle): Promise<string[]> {
  return (await holdsOf(title)).map(({ ticket, condition }) => `${ticket} ${condition}`);
}

const TIMES = statement(
  'test-times-of-a-hold',
  `SELECT placed_at AS placed, expires_at AS expires, suspended_until AS until
   FROM hold WHERE patron_id = $1 AND reserve_id = $2`,
);

/** The times of a hold as they are stored, written as answers write them. */
async function timesOf({ patronId }: Reader, { reserveId }: TestTitle): Promise<Record<string, string>> {
  type Row = Record<'placed' | 'expires' | 'until', Date | null>;
  const [row] = await library.service.database.run<Row>(TIMES, [patronId, reserveId]);
  const written = Object.entries(row!).flatMap(([name, time]): [string, string][] =>
    time === null ? [] : [[name, `${time.toISOString().slice(0, 19)}Z`]],
  );
  return Object.fromEntries(written);
}

test('tells who waits, in which condition and since when, in the order of the tickets', async () => {
  const title = await library.title({ main: 0, adults: 1 });
  const child = await library.reader({ category: 'child' });
  await granted(child.place(title, { ignoreHoldEmail: true }));
  const [ready, waiting, resting, away] = await crowdInLine(library, title, 4);
  await granted(resting!.suspend(title, { suspensionType: 'limited', numberOfDays: 30 }));
  await granted(away!.suspend(title));

  const answer = await operator.queue(title, HERE);
  expectOk(answer);
  const placed = async (reader: Reader): Promise<string | undefined> => (await timesOf(reader, title)).placed;
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
        patronId: ready!.patronId,
        category: 'adult',
        condition: 'ready',
        holdPlacedDate: await placed(ready!),
        holdExpires: (await timesOf(ready!, title)).expires,
      },
      {
        ticket: 3,
        patronId: waiting!.patronId,
        category: 'adult',
        condition: 'waiting',
        holdPlacedDate: await placed(waiting!),
      },
      {
        ticket: 4,
        patronId: resting!.patronId,
        category: 'adult',
        condition: 'suspended',
        holdPlacedDate: await placed(resting!),
        suspendedUntil: (await timesOf(resting!, title)).until,
      },
      {
        ticket: 5,
        patronId: away!.patronId,
        category: 'adult',
        condition: 'suspended',
        holdPlacedDate: await placed(away!),
      },
    ],
  });
  expect(answer.text).not.toContain('@');
});

test('a title is named by either identifier, in any case, with or without a trailing slash', async () => {
  const title = await library.title();
  await crowdInLine(library, title, 1);
  const { body } = await granted(operator.queue(title, HERE));
  for (const id of [title.reserveId.toUpperCase(), title.crossRefId, `${title.crossRefId}`])
    expect((await granted(operator.queue(id, HERE))).body).toEqual(body);
  const path = `/operator/v1/titles/${title.crossRefId}/queue/?websiteId=${WEBSITE_ID}`;
  expect((await granted(operator.get(path))).body).toEqual(body);
});

test('a title of the library that nobody wants has an empty queue', async () => {
  const { body } = await granted(operator.queue(await library.title(2), HERE));
  expect(body).toMatchObject({ numberOfHolds: 0, holds: [] });
});

test('a ticket stays as it is when those before it have gone', async () => {
  const title = await library.title(1);
  const [first, second] = await crowdInLine(library, title, 3);
  await granted(second!.remove(title));
  await granted(first!.borrow(title));
  expect(await conditionsOf(title)).toEqual(['3 waiting']);
  await granted(first!.giveBack(title));
  expect(await conditionsOf(title)).toEqual(['3 ready']);
});

describe('what time has done is told as it is now, before anybody has written it down', () => {
  test('a missed pickup is a rest of seven days, and after that one more turn', async () => {
    const title = await library.title(1);
    const [first] = await crowdInLine(library, title, 2);
    const { expires = '' } = await timesOf(first!, title);
    await advanceClock(library.service, 73 * HOUR);
    const [missed, next] = await holdsOf(title);
    const weekLater = new Date(Date.parse(expires) + 7 * DAY * 1000).toISOString().slice(0, 19);
    expect(missed).toMatchObject({ condition: 'suspended', suspendedUntil: `${weekLater}Z` });
    expect(missed).not.toHaveProperty('holdExpires');
    expect(next).toMatchObject({ condition: 'waiting' });

    await advanceClock(library.service, 8 * DAY);
    expect(await conditionsOf(title)).toEqual(['1 waiting', '2 waiting']);
  });

  test('a pickup that ends its hold leaves it out, though the queue counts it until it is written down', async () => {
    const title = await library.title(1);
    const [first] = await crowdInLine(library, title, 2);
    await library.service.database.run(
      statement('test-missed-before', 'UPDATE hold SET missed_pickups = 1 WHERE patron_id = $1'),
      [first!.patronId],
    );
    await advanceClock(library.service, 73 * HOUR);
    expect(await conditionsOf(title)).toEqual(['2 waiting']);
    expectRefusal(await operator.removeHold(first!, title), 'PatronDoesntHaveTitleOnHold');
    const { body } = await granted(operator.queue(title, HERE));
    expect(body).toMatchObject({ numberOfHolds: 1, holds: [{ ticket: 2, condition: 'ready' }] });
  });

  test('a suspension that is over is none', async () => {
    const { title } = await library.suspended({ suspensionType: 'limited', numberOfDays: 1 });
    expect(await conditionsOf(title)).toEqual(['1 suspended']);
    await advanceClock(library.service, DAY);
    expect(await conditionsOf(title)).toEqual(['1 waiting']);
  });
});

test('a page begins at its offset and ends by its limit', async () => {
  const title = await library.title();
  await crowdInLine(library, title, 5);
  const tickets = async (query: Query): Promise<number[]> =>
    (await holdsOf(title, query)).map(({ ticket }) => ticket);
  expect(await tickets({})).toEqual([1, 2, 3, 4, 5]);
  expect(await tickets({ limit: 2 })).toEqual([1, 2]);
  expect(await tickets({ limit: 2, offset: 3 })).toEqual([4, 5]);
  expect(await tickets({ limit: 500, offset: 5 })).toEqual([]);
  const { body } = await granted(operator.queue(title, { ...HERE, limit: 1, offset: 4 }));
  expect(body).toMatchObject({ numberOfHolds: 5, limit: 1, offset: 4 });
});

test('each library has its own queue of the title', async () => {
  const title = await library.title();
  await crowdInLine(library, title, 1);
  await library.import(...otherLibrary(title, 1));
  const stranger = await library.service.signIn(STRANGER);
  await granted(stranger.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));
  const { body } = await granted(operator.queue(title, { websiteId: OTHER_WEBSITE_ID }));
  expect(body).toMatchObject({ numberOfHolds: 1, holds: [{ patronId: STRANGER, condition: 'ready' }] });
  expect(await conditionsOf(title)).toEqual(['1 waiting']);
});

test('the library must be named, by a number that it can have', async () => {
  const title = await library.title();
  for (const query of [{}, { websiteId: '' }, { websiteId: '{websiteId}' }])
    expectRefusal(await operator.queue(title, query), 'MissingField', 'websiteId is missing');
  for (const websiteId of ['0', '-37', '037', 'main', '2147483648'])
    expectRefusal(
      await operator.queue(title, { websiteId }),
      'InvalidFieldValue',
      'websiteId must be a whole number from 1 to 2147483647',
    );
});

test('a page that cannot be is refused, and the answer says which field is wrong', async () => {
  const title = await library.title();
  for (const wrong of [{ limit: '0' }, { limit: '501' }, { offset: '-1' }, { offset: 'x' }])
    expectRefusal(
      await operator.queue(title, { ...HERE, ...wrong }),
      'InvalidFieldValue',
      `${Object.keys(wrong)[0]} must be a whole number`,
    );
});

test('a title that there is not, or that the library has never had, is not found', async () => {
  const title = await library.title();
  for (const id of [reserveIdOf(987_654), 987_654, '0', '-1', 'Frankenstein', '%00', '9'.repeat(5_000)])
    expectRefusal(await operator.queue(id, HERE), 'NotFound');
  expectRefusal(await operator.queue(title, { websiteId: 99 }), 'NotFound');
  const foreign = { websiteId: OTHER_WEBSITE_ID };
  expectRefusal(await operator.queue(title, foreign), 'NotFound');
});
