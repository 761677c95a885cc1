import { Closures } from '../../../src/circulation/calendar/closures.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { waitingJobs } from '../../support/jobs.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** What the closed days of a library do to its holds. A worker acts only where a test says so. */

let library: TestLibrary;
beforeAll(async () => recordOvertaking((await TestLibrary.open()).service.database));
beforeEach(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

/** The day in so many days. */
const dayIn = async (days: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + days * DAY * 1000).toISOString().slice(0, 10);

const put = (entryId: string, members: object): Promise<void> =>
  library.import({
    ...{ record: 'calendar', websiteId: library.websiteId, entryId, kind: 'closed', name: entryId },
    ...members,
  });

const close = async (from: number, to: number, members: object = {}): Promise<void> =>
  put('closure', { from: await dayIn(from), to: await dayIn(to), ...members });

const open = (): Promise<void> =>
  library.import({
    ...{ record: 'calendar', websiteId: library.websiteId, entryId: 'closure', delete: true },
  });

const settings = (members: object): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, ...members });

const closures = (): Closures => new Closures(library.service.database, new QueueService());

/** What a worker does after a change of the calendar. */
async function followChanges(): Promise<void> {
  for (const { task, payload } of await waitingJobs(library.service.database))
    if (task === 'closed-days-changed') {
      const own = (payload as { websiteId: number; suspendedUntil: string | null }[]).filter(
        ({ websiteId }) => websiteId === library.websiteId,
      );
      await closures().followChanges(own);
    }
}

async function suspendWaiting(): Promise<void> {
  while ((await closures().suspendWaiting()) > 0);
}

async function pass(seconds: number): Promise<void> {
  await advanceClock(library.service, seconds);
  await runTimers(library.service.database);
  await suspendWaiting();
}

const endOf = async ({ patron, title }: PatronAndTitle): Promise<string> =>
  (await mustSucceed(patron.find(title))).body.holdExpires as string;

const later = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * DAY * 1000).toISOString().replace(/\.\d+Z/, 'Z');

describe('pickups', () => {
  test('end on the first open day, and are told so from the beginning', async () => {
    const usual = await endOf(await library.ready());
    await close(3, 5);
    const ready = await library.ready();
    expect((await endOf(ready)).slice(0, 10)).toBe(await dayIn(6));
    expect(Math.abs(Date.parse(await endOf(ready)) - Date.parse(later(usual, 3)))).toBeLessThan(60_000);
    await pass(6 * DAY - MINUTE);
    expect(await conditionsOf(ready.title, ready.patron)).toEqual(['ready']);
    await pass(2 * MINUTE);
    expect(await conditionsOf(ready.title, ready.patron)).toEqual(['suspended']);
  });

  test('end on any day if the library wants that, or is open', async () => {
    const usual = (await endOf(await library.ready())).slice(0, 10);
    await close(3, 5, { kind: 'holiday' });
    expect((await endOf(await library.ready())).slice(0, 10)).toBe(usual);
    await close(3, 5);
    await settings({ holds: { pickupsEndWhenOpen: false } });
    expect((await endOf(await library.ready())).slice(0, 10)).toBe(usual);
    await settings({ holds: { pickupsEndWhenOpen: true } });
    expect((await endOf(await library.ready())).slice(0, 10)).toBe(await dayIn(6));
  });

  test('end no later than the licence of their copy', async () => {
    const title = await library.addTitle(0);
    const endsOn = later((await serviceTime(library.service)).toISOString(), 4);
    await library.import({
      ...{ record: 'licence', websiteId: library.websiteId, collectionId: 'main', licenceId: 'four days' },
      ...{ reserveId: title.reserveId, concurrency: 1, endsOn },
    });
    await close(3, 5);
    const [patron] = await library.fillQueue(title, 1);
    expect(await endOf({ patron, title })).toBe(later(endsOn, 0));
    await close(4, 9);
    await followChanges();
    expect(await endOf({ patron, title })).toBe(later(endsOn, 0));
  });

  test('are extended by a day that is closed later, and stay so when it is opened again', async () => {
    const ready = await library.ready();
    const usual = await endOf(ready);
    await close(2, 4);
    await followChanges();
    expect(await endOf(ready)).toBe(later(usual, 2));
    await open();
    await followChanges();
    expect(await endOf(ready)).toBe(later(usual, 2));
  });
});

const TELL = statement(
  'test-tell-pickups',
  'UPDATE hold SET notice_sent_for = expires_at WHERE website_id = $1 AND expires_at IS NOT NULL',
);
const LATER_NOTICES = statement<{ isDue: boolean }>(
  'test-later-notices',
  `SELECT wait_until <= service_now() AS "isDue" FROM notice_outbox WHERE website_id = $1 AND occasion = 'pickup-later'`,
);

test('a patron is told of later pickups at once, however long a change of the calendar takes', async () => {
  /** Four minutes for each queue. */
  class Slow extends QueueService {
    override async lockAndApplyDue(...queue: Parameters<QueueService['lockAndApplyDue']>) {
      await advanceClock(library.service, 4 * MINUTE);
      return super.lockAndApplyDue(...queue);
    }
  }
  const { database } = library.service;
  const patron = await library.addPatron();
  for (let number = 0; number < 4; number += 1)
    await mustSucceed(patron.place(await library.addTitle(1), { emailAddress: patron.emailAddress }));
  await database.run(TELL, [library.websiteId]);
  await close(2, 4);
  await new Closures(database, new Slow()).followChanges([
    { websiteId: library.websiteId, suspendedUntil: null },
  ]);
  const notices = await database.run(LATER_NOTICES, [library.websiteId]);
  expect(notices.map(({ isDue }) => isDue)).toEqual([false, false, false, false]);
});

describe('holds that wait in a closed library', () => {
  const closeForAWeek = (): Promise<void> => close(0, 6, { suspendsHolds: true });

  test('are suspended until it opens', async () => {
    const title = await library.addTitle(1);
    const [ready, first, second, suspended] = await library.fillQueue(title, 4);
    await mustSucceed(suspended.suspend(title));
    await closeForAWeek();
    await suspendWaiting();
    expect((await first.find(title)).body).toMatchObject({
      holdListPosition: 2,
      holdSuspension: { suspensionType: 'limited', closure: 'closure' },
      suspensionEndsDate: `${await dayIn(7)}T00:00:00Z`,
    });
    expect((await suspended.find(title)).body.holdSuspension).not.toHaveProperty('closure');
    await mustSucceed(ready.remove(title));
    const late = await library.waiting();
    await suspendWaiting();
    expect(await conditionsOf(title, first, second)).toEqual(['suspended', 'suspended']);
    expect(await conditionsOf(late.title, late.patron)).toEqual(['suspended']);
    await pass(7 * DAY);
    expect(await conditionsOf(title, first, second, suspended)).toEqual(['ready', 'waiting', 'suspended']);
  });

  test('are resumed when it opens earlier than it said, others are not', async () => {
    const { title, patron } = await library.waiting();
    const [own] = await library.fillQueue(title, 1);
    await mustSucceed(own.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
    await closeForAWeek();
    await suspendWaiting();
    await close(0, 2, { suspendsHolds: true });
    await followChanges();
    expect((await patron.find(title)).body.suspensionEndsDate).toBe(`${await dayIn(3)}T00:00:00Z`);
    await open();
    await followChanges();
    expect(await conditionsOf(title, patron, own)).toEqual(['waiting', 'suspended']);
  });

  test('are left alone on a closed day that does not suspend them', async () => {
    const { title, patron } = await library.waiting();
    await close(0, 6);
    await suspendWaiting();
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
    await pass(HOUR);
    expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  });
});
