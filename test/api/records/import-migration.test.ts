import { Readable } from 'node:stream';
import { DAY } from '../../support/clock.js';
import { recordOvertaking } from '../../support/invariants.js';
import {
  collection,
  copies,
  hold,
  patron,
  reserveIdOf,
  smallLibrary,
  type TestRecord,
  title,
  toLines,
  WEBSITE_ID,
} from '../../support/records.js';
import { allApplied, importRecords, type ImportUnderTest } from '../../support/runs/import-under-test.js';
import { type QueuesUnderTest, useQueues } from '../../support/runs/queues-under-test.js';
import { SeededRandom } from '../../support/seeded-random.js';

/** A library that comes from another system brings its queues and its loans. */

let data: ImportUnderTest;
let queues: QueuesUnderTest;
useQueues((opened) => ({ data, queues } = opened));
beforeEach(() => data.database.transaction(recordOvertaking));

/** From now. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY * 1_000).toISOString();
/** Days of 2025, of which any number may be over. */
const dayOf2025 = (day: number): string => new Date(Date.UTC(2025, 0, day)).toISOString();

const placed = (patronId: number, placedDate: string, members: object = {}): TestRecord =>
  hold(patronId, 1, { ignoreHoldEmail: true, placedDate, ...members });

const loan = (patronId: number, titleNumber = 1, members: object = {}): TestRecord => ({
  record: 'checkout',
  websiteId: WEBSITE_ID,
  patronId,
  reserveId: reserveIdOf(titleNumber),
  expires: inDays(7),
  ...members,
});

/** It changes nothing if it is sent again. */
async function importTwice(...file: TestRecord[]): Promise<void> {
  expect(await data.import(...file)).toEqual(allApplied(file.length));
  const before = await data.dump();
  expect(await data.import(...file)).toEqual(allApplied(file.length));
  expect(await data.dump()).toEqual(before);
}

test('a queue of 1,000 in any order of the lines stands in the order of its dates, behind the loans', async () => {
  await data.import(...smallLibrary(1_003, [2]));
  const random = new SeededRandom();
  const patrons = random.shuffled(Array.from({ length: 1_000 }, (_, index) => index + 1));
  // Several have the same date: they stand in the order of their lines.
  const lines = patrons.map((patronId) => ({ patronId, day: 1 + random.integerBelow(400) }));
  const holds = lines.map(({ patronId, day }) => placed(patronId, dayOf2025(day)));
  await importTwice(loan(1_001), loan(1_002), ...holds);
  const order = lines.toSorted((a, b) => a.day - b.day).map(({ patronId }) => `${patronId} waiting`);
  expect(await queues.holdsInOrder()).toEqual(order);
  await data.import(hold(1_003));
  expect((await queues.holdsInOrder()).at(-1)).toBe('1003 waiting');
  await queues.return(1_001);
  expect((await queues.holdsInOrder())[0]).toBe(`${order[0]!.split(' ')[0]} ready in main`);
});

describe('a hold with a date', () => {
  test('stands before those that were placed later, whose copies and mails stay theirs', async () => {
    await data.import(...smallLibrary(4, [1]));
    const emailAddress = 'a@example.org';
    await data.import(placed(1, dayOf2025(2), { ignoreHoldEmail: false, emailAddress }), hold(2));
    await importTwice(placed(3, dayOf2025(3)), placed(4, dayOf2025(1)));
    expect(await queues.holdsInOrder()).toEqual(['4 waiting', '1 ready in main', '3 waiting', '2 waiting']);
    expect(await data.rows('SELECT ticket FROM notice_outbox')).toEqual(
      await data.rows('SELECT ticket FROM hold WHERE patron_id = 1'),
    );
  });

  test('stands before those that were placed here already, in many queues at once', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => index + 1);
    await data.import(
      ...smallLibrary(
        4,
        titles.map(() => 0),
      ),
      ...titles.map((each) => hold(1, each)),
    );
    const days = [2, 3, 1].flatMap((patronDay) => titles.map((each) => [patronDay, each] as const));
    await importTwice(
      ...days.map(([day, each]) =>
        hold(1 + day, each, { ignoreHoldEmail: true, placedDate: dayOf2025(day) }),
      ),
    );
    for (const each of titles)
      expect(await queues.holdsInOrder(each)).toEqual(['2 waiting', '3 waiting', '4 waiting', '1 waiting']);
  });

  test('keeps its place, and is counted, if its patron is blocked, expired or over the limit, who can place no other', async () => {
    const states = [{ blocked: { reason: 'A lost book' } }, { expiresOn: '2025-01-31' }, { holdLimit: 0 }];
    const patrons = states.map((members, index) => patron(index + 1, members));
    await data.import(...smallLibrary(0, [0, 0]), ...patrons, patron(4, { holdLimit: 1 }));
    const holds = [1, 2, 3, 4].map((patronId) => placed(patronId, dayOf2025(patronId)));
    for (const [dryRun, holdsBeyondRules] of [
      [true, 3],
      [false, 3],
      [false, 0],
    ] as const)
      expect(
        await importRecords(Readable.from([toLines(...holds)]), data.database, { dryRun }),
      ).toMatchObject({ applied: 4, holdsBeyondRules });
    expect(await queues.holdsInOrder()).toEqual(['1 waiting', '2 waiting', '3 waiting', '4 waiting']);
    expect((await data.import(hold(1, 2), hold(2, 2), hold(3, 2))).reasons).toEqual([
      'line 1: The library has blocked this patron: A lost book',
      'line 2: The patron’s membership of the library has expired.',
      'line 3: Patron has reached the limit of 0 holds.',
    ]);
    await data.rows('UPDATE patron SET hold_limit = NULL');
  });

  test('has the last day on which it is needed, in the library’s time zone, until a file changes or takes it away', async () => {
    const settings = { record: 'settings', websiteId: WEBSITE_ID, notices: { timeZone: 'Asia/Tokyo' } };
    await data.import(...smallLibrary(3, [0]), settings);
    const [first, second] = [inDays(10).slice(0, 10), inDays(20).slice(0, 10)];
    const until = (day?: string | null): TestRecord => placed(1, dayOf2025(1), { notNeededAfter: day });
    const stored = (): Promise<unknown[]> =>
      data.rows(
        `SELECT not_needed_after::text AS day, not_needed_from::text AS moment FROM hold ORDER BY ticket`,
      );
    await importTwice(until(first), placed(2, dayOf2025(2)));
    const none = { day: null, moment: null };
    const midnight = (day: string): string => `${day} 15:00:00+00`;
    expect(await stored()).toEqual([{ day: first, moment: midnight(first) }, none]);
    await importTwice(until(second));
    await importTwice(until());
    expect(await stored()).toEqual([{ day: second, moment: midnight(second) }, none]);
    await importTwice(until(null));
    expect(await stored()).toEqual([none, none]);
    const { reasons } = await data.import(
      until(inDays(-2).slice(0, 10)),
      placed(3, dayOf2025(3), { notNeededAfter: '2099-01-01' }),
    );
    expect(reasons.map((reason) => reason.replace(/ \(.*\)/, ''))).toEqual([
      'line 1: notNeededAfter must be a day from today to 10 years from now.',
      'line 2: notNeededAfter must be a day from today to 10 years from now.',
    ]);
  });

  test('has the alternatives that an earlier line placed, until a file changes or takes them away', async () => {
    await data.import(...smallLibrary(1, [1, 1, 0, 0, 0], { holdLimit: 2 }));
    const ofTitle = (number: number, alternativeTo?: number | null): TestRecord =>
      hold(1, number, {
        ignoreHoldEmail: true,
        ...(alternativeTo !== undefined && {
          alternativeTo: alternativeTo === null ? null : reserveIdOf(alternativeTo),
        }),
      });
    const stored = (): Promise<unknown[]> =>
      data.rows(
        `SELECT array_agg(cross_ref_id ORDER BY cross_ref_id) AS titles, count(expires_at)::int AS ready
         FROM hold JOIN title USING (reserve_id) GROUP BY COALESCE(alternatives_id, reserve_id) ORDER BY 1`,
      );
    await data.import(ofTitle(1), ofTitle(2, 1), ofTitle(3, 2), ofTitle(4));
    expect(await stored()).toEqual([
      { titles: [1, 2, 3], ready: 1 },
      { titles: [4], ready: 0 },
    ]);
    await importTwice(ofTitle(4, 3), ofTitle(3));
    const { reasons } = await data.import(ofTitle(5, 1), ofTitle(5, 5));
    expect(reasons).toEqual([
      'line 1: alternativeTo has 3 alternatives already, which is the limit.',
      'line 2: alternativeTo must name the title of another hold of the patron.',
    ]);
    // A line counts on those before it.
    const inOrder = [ofTitle(4, null), ofTitle(5, 2), ofTitle(3, 4), { ...ofTitle(5), delete: true }];
    expect((await data.import(...inOrder)).reasons).toEqual([]);
    expect(await stored()).toEqual([
      { titles: [1, 2], ready: 1 },
      { titles: [3, 4], ready: 0 },
    ]);
  });

  test('ends the watch of its patron', async () => {
    await data.import(...smallLibrary(1, [0]));
    await data.rows(
      `INSERT INTO watch (website_id, patron_id, reserve_id, watched_at, was_owned) VALUES ($1, 1, $2, now(), false) RETURNING 1 AS done`,
      WEBSITE_ID,
      reserveIdOf(1),
    );
    await data.import(hold(1, 1));
    expect(await data.rows('SELECT patron_id FROM watch')).toEqual([]);
  });

  test('is suspended as it was there, unless that is over', async () => {
    await data.import(...smallLibrary(4, [1]));
    const suspended = (type: string, until?: string): object => ({ suspension: { type, until } });
    const limit = inDays(30);
    await importTwice(
      placed(1, dayOf2025(1), suspended('indefinite')),
      placed(2, dayOf2025(2), suspended('limited', limit)),
      placed(3, dayOf2025(3), suspended('limited', inDays(-1))),
      placed(4, dayOf2025(4)),
    );
    expect(await queues.holdsInOrder()).toEqual([
      '1 suspended',
      '2 suspended',
      '3 ready in main',
      '4 waiting',
    ]);
    expect(
      await data.rows(
        `SELECT suspended_until AS until, suspended_since IS NOT NULL AS since FROM hold
         WHERE suspension_type IS NOT NULL ORDER BY ticket`,
      ),
    ).toEqual([
      { until: null, since: true },
      { until: new Date(limit), since: false },
    ]);
    const events = await data.rows(
      'SELECT subject FROM patron_event_outbox WHERE type = $1',
      'hold.suspended',
    );
    expect(events).toEqual([{ subject: '1' }, { subject: '2' }]);
  });

  test.each<[members: object, reason: string]>([
    [{ placedDate: inDays(1) }, 'placedDate must not be in the future'],
    [
      { suspension: { type: 'limited', until: inDays(366) } },
      'suspension.until must be at most 365 days from now',
    ],
  ])('of %j is refused', async (members, reason) => {
    await data.import(...smallLibrary(1, [0]));
    expect((await data.import(placed(1, dayOf2025(1), members))).reasons).toEqual([`line 1: ${reason}`]);
  });
});

describe('a loan that runs', () => {
  const loans = (): Promise<unknown[]> =>
    data.rows(
      `SELECT patron_id AS patron, checked_out_at AS since, expires_at AS until, format_type AS format
       FROM checkout ORDER BY patron_id, reserve_id`,
    );

  test('uses a copy, whatever the limit, and is as it was there', async () => {
    await data.import(...smallLibrary(2, [2, 1], { checkoutLimit: 0 }));
    const [checkoutDate, expires] = [inDays(-30), inDays(1)];
    const formatType = 'ebook-epub-adobe';
    await importTwice(loan(1, 1, { checkoutDate, expires, formatType }), loan(2, 1, { expires }), loan(1, 2));
    const until = new Date(expires);
    expect(await loans()).toEqual([
      { patron: 1, since: new Date(checkoutDate), until, format: formatType },
      expect.objectContaining({ patron: 1, format: null }),
      expect.objectContaining({ patron: 2, until, format: null }),
    ]);
    expect(await queues.copies()).toEqual({ owned: 2, onLoan: 2, setAside: 0, retiring: 0 });
    const events = await data.rows('SELECT subject FROM patron_event_outbox WHERE type = $1', 'loan.begun');
    expect(events).toHaveLength(3);
  });

  test('takes another due date, and keeps what the record leaves out', async () => {
    await data.import(...smallLibrary(1, [1]));
    const checkoutDate = inDays(-3);
    await data.import(loan(1, 1, { checkoutDate, formatType: 'ebook-kindle' }));
    const expires = inDays(9);
    await importTwice(loan(1, 1, { expires }));
    expect(await loans()).toEqual([
      { patron: 1, since: new Date(checkoutDate), until: new Date(expires), format: 'ebook-kindle' },
    ]);
  });

  test('is of the copy that is set aside for the patron’s hold', async () => {
    await data.import(...smallLibrary(2, [1]), hold(1), hold(2));
    await importTwice(loan(1));
    expect(await queues.holdsInOrder()).toEqual(['2 waiting']);
  });

  test('needs a free copy that the patron may use', async () => {
    await data.import(...smallLibrary(2, [1, 0]), collection('rare'), copies(2, 1, 'rare'), title(3));
    await data.import(copies(3, 1, 'rare'));
    const { reasons } = await data.import(loan(1), loan(2), loan(1, 2), loan(1, 3), loan(1, 4), loan(9));
    const noCopy = (line: number, number: number): string =>
      `line ${line}: title ${reserveIdOf(number)} has no free copy for the patron: raise copiesOwned of its copies first`;
    expect(reasons).toEqual([
      noCopy(2, 1),
      noCopy(3, 2),
      `line 4: title ${reserveIdOf(3)} is in no collection of patron 1`,
      `line 5: reserveId ${reserveIdOf(4)} is not a title here`,
      'line 6: patronId 9 is not a patron of library 37',
    ]);
  });

  test('that is deleted is returned, and can be deleted again', async () => {
    await data.import(...smallLibrary(2, [1]), loan(1), hold(2));
    await importTwice({ ...loan(1), delete: true });
    expect(await queues.holdsInOrder()).toEqual(['2 ready in main']);
  });

  test.each<[members: object, reason: string]>([
    [{ expires: inDays(-1) }, 'expires must be in the future'],
    [{ expires: inDays(366) }, 'expires must be at most 365 days from now'],
    [{ checkoutDate: inDays(1) }, 'checkoutDate must not be in the future'],
  ])('of %j is refused', async (members, reason) => {
    await data.import(...smallLibrary(1, [1]));
    expect((await data.import(loan(1, 1, members))).reasons).toEqual([`line 1: ${reason}`]);
  });
});
