import { findLocalDays } from '../../../src/circulation/due/last-day.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/** A patron no longer needs a title after a day. Timers run only where a test says so. */

let library: TestLibrary;
const metrics = new Metrics();
beforeAll(async () => {
  library = await TestLibrary.open();
  await recordOvertaking(library.service.database);
});

const setZone = (timeZone: string): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, notices: { timeZone } });

/** The day at the library in so many days. */
async function dayIn(days: number): Promise<string> {
  const [now] = await findLocalDays(library.service.database, library.websiteId, ['2026-01-01']);
  return new Date(Date.parse(now!.today) + days * DAY * 1000).toISOString().slice(0, 10);
}

/** Moves the clock to so many seconds before the end of the day at the library. */
async function goToBefore(day: string, seconds: number): Promise<void> {
  const { database } = library.service;
  const [end] = await findLocalDays(database, library.websiteId, [day]);
  const now = await serviceTime(library.service);
  await advanceClock(library.service, (end!.endsAt.getTime() - now.getTime()) / 1000 - seconds);
}

async function placedUntil(day: string, title: TestTitle): Promise<TestPatron> {
  const patron = await library.addPatron();
  expectCreated(await patron.place(title, { emailAddress: patron.emailAddress, notNeededAfter: day }));
  return patron;
}

const dayOf = async (patron: TestPatron, title: TestTitle): Promise<unknown> =>
  (await mustSucceed(patron.find(title))).body.notNeededAfter;

const TOLD = statement<{ reason: string; endedAt: Date }>(
  'test-told-of-last-day',
  `SELECT reason, ended_at AS "endedAt" FROM ended_notice WHERE website_id = $1 AND email_address = $2`,
);

/** What the mails about the ends of the patron's holds tell. */
const toldTo = ({ emailAddress }: TestPatron): Promise<{ reason: string; endedAt: Date }[]> =>
  library.service.database.run(TOLD, [library.websiteId, emailAddress]);

/** How many holds the timers have ended because they were no longer needed. */
async function endsByTimers(): Promise<number> {
  const { values } = await metrics.holdsEnded.get();
  return values.find(({ labels }) => labels.reason === 'not-needed')?.value ?? 0;
}

test.each([
  ['UTC', '2027-06-01', '2027-06-02T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2027-06-01', '2027-06-01T10:00:00.000Z'],
  ['America/Los_Angeles', '2027-06-01', '2027-06-02T07:00:00.000Z'],
  // The clocks change in the night, so the day has 23 or 25 hours.
  ['Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00.000Z'],
  ['America/New_York', '2027-11-07', '2027-11-08T05:00:00.000Z'],
  // There is no midnight: the day ends when the clocks go to one.
  ['Asia/Beirut', '2027-03-27', '2027-03-27T22:00:00.000Z'],
  ['UTC', '9999-12-31', '+010000-01-01T00:00:00.000Z'],
])('in %s, %s ends at %s', async (timeZone, day, end) => {
  await setZone(timeZone);
  const [found] = await findLocalDays(library.service.database, library.websiteId, [day]);
  expect(found).toMatchObject({ day, endsAt: new Date(end) });
});

describe.each(['Pacific/Auckland', 'America/Los_Angeles'])('in a library in %s', (timeZone) => {
  beforeAll(() => setZone(timeZone));

  test('a hold that waits ends at the end of its day, whoever looks first, and leaves its place to others', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(1)];
    const patron = await placedUntil(day, title);
    const next = (await library.fillQueue(title, 1))[0];
    await goToBefore(day, MINUTE);
    expect(await dayOf(patron, title)).toBe(day);
    await advanceClock(library.service, MINUTE);
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
    expect((await patron.list()).body).toMatchObject({ totalItems: 0 });
    expectRefusal(await patron.suspend(title), 'PatronDoesntHaveTitleOnHold');
    expect((await next.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
    expectCreated(await patron.place(title));
  });

  test('the timers end it in time, and tell the patron why, once', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(0)];
    const patron = await placedUntil(day, title);
    const before = await endsByTimers();
    await goToBefore(day, MINUTE);
    await runTimers(library.service.database, metrics);
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
    await advanceClock(library.service, MINUTE);
    const end = (await findLocalDays(library.service.database, library.websiteId, [day]))[0]!.endsAt;
    for (let times = 0; times < 2; times += 1) await runTimers(library.service.database, metrics);
    expect(await endsByTimers()).toBe(before + 1);
    expect(await toldTo(patron)).toEqual([{ reason: 'not-needed', endedAt: end }]);
  });
});

describe('when the day is over', () => {
  beforeAll(() => setZone('UTC'));

  test('a suspended hold ends as one that waits', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(1)];
    const patron = await placedUntil(day, title);
    await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 30 }));
    expect(await dayOf(patron, title)).toBe(day);
    await goToBefore(day, 0);
    expectRefusal(await patron.release(title), 'PatronDoesntHaveTitleOnHold');
    expect(await toldTo(patron)).toMatchObject([{ reason: 'not-needed' }]);
  });

  test('a hold that is ready by then keeps its pickup, and ends only when that is missed', async () => {
    const [title, day] = [await library.addTitle(1), await dayIn(0)];
    const patron = await placedUntil(day, title);
    const next = (await library.fillQueue(title, 1))[0];
    const { holdExpires } = (await patron.find(title)).body as { holdExpires: string };
    await goToBefore(day, -HOUR);
    await runTimers(library.service.database, metrics);
    expect((await patron.find(title)).body).toMatchObject({ holdExpires, notNeededAfter: day });
    await advanceClock(library.service, 72 * HOUR);
    expect(await conditionsOf(title, patron, next)).toEqual(['gone', 'ready']);
    const [told] = await toldTo(patron);
    expect(told).toMatchObject({ reason: 'not-needed' });
    expect(told!.endedAt.toISOString().slice(0, 19)).toBe(holdExpires.slice(0, 19));
  });

  test('a ready hold can be borrowed', async () => {
    const [title, day] = [await library.addTitle(1), await dayIn(0)];
    const patron = await placedUntil(day, title);
    await goToBefore(day, -HOUR);
    expectCreated(await patron.borrow(title));
  });

  test('who suspends a ready hold wants the title later: the hold has no such day any more', async () => {
    const [title, day] = [await library.addTitle(1), await dayIn(0)];
    const patron = await placedUntil(day, title);
    await goToBefore(day, -HOUR);
    expectCreated(await patron.suspend(title));
    expect(await dayOf(patron, title)).toBeUndefined();
    await runTimers(library.service.database, metrics);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
  });

  test('a copy that comes back at the same moment goes to the next in line', async () => {
    const [title, day] = [await library.addTitle(1), await dayIn(0)];
    const borrower = await library.addPatron();
    await mustSucceed(borrower.borrow(title));
    const patron = await placedUntil(day, title);
    const next = (await library.fillQueue(title, 1))[0];
    await goToBefore(day, 0);
    await mustSucceed(borrower.returnTitle(title));
    expect(await conditionsOf(title, patron, next)).toEqual(['gone', 'ready']);
  });

  test('forty requests and the timers at the same moment end each hold once', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(0)];
    const patrons = await library.addPatrons(10);
    for (const patron of patrons)
      await mustSucceed(patron.place(title, { emailAddress: patron.emailAddress, notNeededAfter: day }));
    await goToBefore(day, 0);
    const timers = runTimers(library.service.database);
    const answers = await Promise.all(
      patrons.flatMap((patron) => [
        patron.find(title),
        patron.remove(title),
        patron.suspend(title),
        patron.edit(title, { notNeededAfter: null }),
      ]),
    );
    await timers;
    for (const answer of answers) expectRefusal(answer, 'PatronDoesntHaveTitleOnHold');
    for (const patron of patrons) expect(await toldTo(patron)).toMatchObject([{ reason: 'not-needed' }]);
  });

  test('no mail goes out about a hold without an address', async () => {
    const [patron, title, day] = [await library.addPatron(), await library.addTitle(), await dayIn(0)];
    expectCreated(await patron.place(title, { ignoreHoldEmail: true, notNeededAfter: day }));
    await goToBefore(day, 0);
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
    await runTimers(library.service.database, metrics);
    expect(await toldTo(patron)).toEqual([]);
  });
});

describe('the day of a hold', () => {
  test('can be changed, and taken away by null or an empty value; what is not sent stays', async () => {
    const [title, first, second] = [await library.addTitle(), await dayIn(3), await dayIn(5)];
    const patron = await placedUntil(first, title);
    expectNoContent(await patron.edit(title, { emailAddress: 'other@example.org' }));
    expect(await dayOf(patron, title)).toBe(first);
    expectNoContent(await patron.edit(title, { notNeededAfter: second }));
    expect((await patron.find(title)).body).toMatchObject({
      notNeededAfter: second,
      emailAddress: 'other@example.org',
    });
    expectNoContent(await patron.edit(title, { notNeededAfter: null }));
    expect(await dayOf(patron, title)).toBeUndefined();
    expectNoContent(await patron.edit(title, { notNeededAfter: first }));
    expectNoContent(await patron.edit(title, { notneededafter: '' }));
    await goToBefore(second, 0);
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  });

  test('is part of the action that changes it', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(3)];
    const patron = await placedUntil(day, title);
    const { actions } = (await patron.find(title)).body as {
      actions: { chooseLastDay: { fields: object[] } };
    };
    expect(actions.chooseLastDay.fields).toEqual([
      { name: 'notNeededAfter', type: 'date', value: day, optional: true },
    ]);
  });

  test('can be given to a hold without an address, and not to a ready one', async () => {
    const [waiting, ready, day] = [
      await library.waiting({ ignoreHoldEmail: true }),
      await library.ready(),
      await dayIn(3),
    ];
    expectNoContent(await waiting.patron.edit(waiting.title, { notNeededAfter: day }));
    expect(await dayOf(waiting.patron, waiting.title)).toBe(day);
    expectRefusal(await ready.patron.edit(ready.title, { notNeededAfter: day }), 'HoldReadyForCheckout');
  });

  test('stays the same when the library moves to another time zone: its end is what it was', async () => {
    await setZone('Pacific/Auckland');
    const [title, day] = [await library.addTitle(), await dayIn(0)];
    const patron = await placedUntil(day, title);
    await goToBefore(day, 0);
    await setZone('UTC');
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
  });

  test('and its changes are in the hold’s trace', async () => {
    const [title, day] = [await library.addTitle(), await dayIn(3)];
    const patron = await placedUntil(day, title);
    for (const notNeededAfter of [day, await dayIn(4), null]) await patron.edit(title, { notNeededAfter });
    const operator = new OperatorClient(library.service.url);
    const path = `/operator/v1/patrons/${patron.patronId}/holds/${title.reserveId}/trace`;
    const { events } = (await mustSucceed(operator.get(path))).body as {
      events: { event: string; until?: string }[];
    };
    expect(events.map(({ event, until }) => [event, until !== undefined])).toEqual([
      ['last-day-changed', true],
      ['last-day-changed', false],
    ]);
  });

  test('is the later one of two holds that become one, and none if one has none', async () => {
    const operator = new OperatorClient(library.service.url);
    const [early, late] = [await dayIn(3), await dayIn(9)];
    for (const [days, expected] of [
      [[early, late], late],
      [[late, early], late],
      [[early, undefined], undefined],
    ] as const) {
      const title = await library.addTitle();
      const [from, into] = [await placedUntil(days[0], title), await library.addPatron()];
      await into.place(title, { ignoreHoldEmail: true, ...(days[1] && { notNeededAfter: days[1] }) });
      expectNoContent(await operator.merge(from, into.patronId));
      expect(await dayOf(into, title)).toBe(expected);
    }
  });
});

describe('a day is refused that', () => {
  test.each([
    ['is over', () => dayIn(-1)],
    ['is more than ten years from now', () => dayIn(3654)],
    ['is no day', () => '2027-02-30'],
    ['is of another calendar', () => '١٤٤٨-٠١-٠١'],
    ['is written in another order', () => '03/12/2027'],
    ['is a time', () => '2027-12-03T00:00:00Z'],
    ['is of the year 0', () => '0000-01-01'],
    ['is a number', () => 20_271_203],
    ['is a word', () => 'tomorrow'],
    ['is hostile', () => "2027-12-03'; DROP TABLE hold; --"],
    ['is huge', () => '2'.repeat(10_000)],
  ])('%s', async (_, day) => {
    const [{ patron, title }, other] = [await library.waiting(), await library.addTitle()];
    const notNeededAfter = await day();
    for (const answer of [
      await patron.edit(title, { notNeededAfter }),
      await patron.place(other, { emailAddress: patron.emailAddress, notNeededAfter }),
    ]) {
      expectRefusal(answer, 'InvalidFieldValue');
      expect(answer.body.message).toContain('notNeededAfter');
    }
    expectRefusal(await patron.find(other), 'PatronDoesntHaveTitleOnHold');
  });

  test('but not today, nor ten years from now', async () => {
    const title = await library.addTitle();
    await placedUntil(await dayIn(0), title);
    await placedUntil(await dayIn(3650), title);
  });
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});
