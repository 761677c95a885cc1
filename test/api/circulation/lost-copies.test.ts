import { LostCopiesService } from '../../../src/circulation/lost-copies.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { lockQueue } from '../../../src/circulation/queue.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { expectCreated } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, MINUTE, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { category, copies, patron as patronRecord } from '../../support/records.js';
import { type PatronAndTitle, TestLibrary, type TestPatron } from '../../support/test-library.js';

/** The last copy of a title goes while patrons wait for it. A worker acts only where a test says so. */

const DAYS = 30;

let library: TestLibrary;
let operator: OperatorClient;
const metrics = new Metrics();
beforeAll(async () => recordOvertaking((await TestLibrary.open()).service.database));
beforeEach(async () => {
  library = await TestLibrary.open();
  operator = new OperatorClient(library.service.url);
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

const endAfter = (daysWithoutCopies: number | null): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, holds: { daysWithoutCopies } });

/** What the worker does about once a minute, until there is nothing more to do. */
async function work(): Promise<void> {
  const { database } = library.service;
  while ((await new LostCopiesService(database, new QueueService(metrics)).work()) > 0);
}

async function days(number: number): Promise<void> {
  await advanceClock(library.service, number * DAY);
  await work();
}

const NOTICES = statement<{ patronId: number }>(
  'test-notices-of-lost-copies',
  `SELECT h.patron_id AS "patronId" FROM notice_outbox o JOIN hold h USING (website_id, reserve_id, ticket)
   WHERE o.occasion = 'no-copies' AND o.website_id = $1 AND o.expires_at = h.copies_lost_at ORDER BY 1`,
);

/** To which of these patrons a notice of the present loss was written. */
async function toldOf(...patrons: TestPatron[]): Promise<boolean[]> {
  const told = await library.service.database.run(NOTICES, [library.websiteId]);
  return patrons.map(({ patronId }) => told.some((notice) => notice.patronId === patronId));
}

const COUNT = statement<{ notices: number }>(
  'test-count-notices-of-lost-copies',
  `SELECT count(*)::int AS notices FROM notice_outbox WHERE occasion = 'no-copies' AND website_id = $1`,
);
const countNotices = async (): Promise<number | undefined> =>
  (await library.service.database.run(COUNT, [library.websiteId]))[0]?.notices;

const lossOf = async ({ patron, title }: PatronAndTitle): Promise<unknown> =>
  (await mustSucceed(patron.find(title))).body.copiesLost;

const isThere = async ({ patron, title }: PatronAndTitle): Promise<boolean> =>
  (await patron.find(title)).status === 200;

/** A title with one copy in `main` and in each of these collections, all on loan, and a patron who waits for it. */
async function waitingForLoan(...collections: string[]): Promise<PatronAndTitle> {
  const owned = Object.fromEntries(['main', ...collections].map((id) => [id, 1]));
  const [patron, title] = [await library.addPatron(), await library.addTitle(owned)];
  for (const borrower of await library.addPatrons<number>(1 + collections.length))
    await mustSucceed(borrower.borrow(title));
  expectCreated(await patron.place(title));
  return { patron, title };
}

describe('when the last copy is gone', () => {
  test('each patron who waits is told once, and the hold stays', async () => {
    const { patron, title } = await waitingForLoan();
    const [second] = await library.fillQueue(title, 1);
    await mustSucceed(second.suspend(title));
    await work();
    expect(await toldOf(patron, second)).toEqual([false, false]);
    await library.setCopiesOwned(title, 0);
    await work();
    expect(await toldOf(patron, second)).toEqual([true, true]);
    await library.setCopiesOwned(title, 0);
    await days(400);
    expect(await countNotices()).toBe(2);
    expect(await conditionsOf(title, patron, second)).toEqual(['waiting', 'suspended']);
    const { since } = (await lossOf({ patron, title })) as { since: string };
    const now = await serviceTime(library.service);
    expect(Math.round((now.getTime() - Date.parse(since)) / 1000 / DAY)).toBe(400);
    expect(await lossOf({ patron, title })).toEqual({ since });
  });

  test('because its record was deleted, they are told, too', async () => {
    const { patron, title } = await library.ready();
    const [next] = await library.fillQueue(title, 1);
    await mustSucceed(patron.remove(title));
    await mustSucceed(next.suspend(title));
    const { websiteId } = library;
    const { reserveId } = title;
    await library.import({ record: 'copies', websiteId, collectionId: 'main', reserveId, delete: true });
    await work();
    expect(await toldOf(next)).toEqual([true]);
  });

  test('staff see it in the trace of the hold', async () => {
    await endAfter(DAYS);
    const { patron, title } = await waitingForLoan();
    await library.setCopiesOwned(title, 0);
    await work();
    const { holdEnds } = (await lossOf({ patron, title })) as { holdEnds: string };
    const { body } = await mustSucceed(
      operator.get(`/operator/v1/patrons/${patron.patronId}/holds/${title.reserveId}/trace`),
    );
    expect(body.events).toEqual([{ event: 'copies-lost', at: expect.any(String), until: holdEnds }]);
  });

  test('those whose copy is set aside are told only when they have missed it', async () => {
    const { patron, title } = await library.ready();
    const [next] = await library.fillQueue(title, 1);
    await library.setCopiesOwned(title, 0);
    await work();
    expect(await toldOf(patron, next)).toEqual([false, true]);
    expect(await lossOf({ patron, title })).toBeUndefined();
    await advanceClock(library.service, 4 * DAY);
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
    await mustSucceed(patron.release(title));
    await work();
    expect(await toldOf(patron)).toEqual([true]);
  });

  test('nobody is told who has waited for a title that the library never had, or placed the hold later', async () => {
    const never = await library.waiting();
    const { title } = await waitingForLoan();
    await library.setCopiesOwned(never.title, 0);
    await library.setCopiesOwned(title, 0);
    const [later] = await library.fillQueue(title, 1);
    await work();
    expect(await toldOf(never.patron, later)).toEqual([false, false]);
  });
});

describe('copies that come back', () => {
  test('before anybody was told: nobody is', async () => {
    const { patron, title } = await waitingForLoan();
    await library.setCopiesOwned(title, 0);
    await library.setCopiesOwned(title, 1);
    await work();
    expect(await toldOf(patron)).toEqual([false]);
  });

  test('keep the holds; when they go again, the patrons are told again, and the days begin anew', async () => {
    await endAfter(DAYS);
    const { patron, title } = await waitingForLoan();
    await mustSucceed(patron.suspend(title));
    await library.setCopiesOwned(title, 0);
    await work();
    await days(DAYS - 1);
    await library.setCopiesOwned(title, 1);
    expect(await lossOf({ patron, title })).toBeUndefined();
    await days(2);
    expect(await isThere({ patron, title })).toBe(true);
    await library.setCopiesOwned(title, 0);
    await work();
    expect(await countNotices()).toBe(2);
    await days(DAYS - 1);
    expect(await isThere({ patron, title })).toBe(true);
    await days(1);
    expect(await isThere({ patron, title })).toBe(false);
  });

  test('also because the patron, or the category, may use others from now on', async () => {
    await endAfter(DAYS);
    await library.import(category('guest', ['elsewhere']));
    const title = await library.addTitle({ main: 1, elsewhere: 1 });
    await mustSucceed((await library.addPatron()).borrow(title));
    await mustSucceed((await library.addPatron({ category: 'guest' })).borrow(title));
    const [moved, other] = await library.fillQueue(title, 2);
    await library.setCopiesOwned(title, 0);
    await work();
    expect(await toldOf(moved, other)).toEqual([true, true]);
    await library.import(patronRecord(moved.patronId, { category: 'guest' }));
    expect(await lossOf({ patron: moved, title })).toBeUndefined();
    await library.import(category('adult', ['main', 'adults', 'elsewhere']));
    expect(await lossOf({ patron: other, title })).toBeUndefined();
    await days(DAYS);
    expect(await isThere({ patron: other, title })).toBe(true);
  });
});

describe('a library that ends such holds', () => {
  beforeEach(() => endAfter(DAYS));

  test('ends them so many days after the notice, and not before; the reason is counted', async () => {
    const { patron, title } = await waitingForLoan();
    await library.setCopiesOwned(title, 0);
    await advanceClock(library.service, 10 * DAY);
    await work();
    const { holdEnds } = (await lossOf({ patron, title })) as { holdEnds: string };
    const now = await serviceTime(library.service);
    expect(Math.round((Date.parse(holdEnds) - now.getTime()) / 1000 / MINUTE)).toBe((DAYS * DAY) / MINUTE);
    await advanceClock(library.service, DAYS * DAY - MINUTE);
    await work();
    expect(await isThere({ patron, title })).toBe(true);
    await advanceClock(library.service, MINUTE);
    await work();
    expect(await isThere({ patron, title })).toBe(false);
    const { values } = await metrics.holdsEnded.get();
    expect(values.find(({ labels }) => labels.reason === 'no-copies')?.value).toBeGreaterThan(0);
  });

  test('ends none that a copy of another collection serves, nor one of another library', async () => {
    const shared = await waitingForLoan('adults');
    const child = await library.addPatron({ category: 'child' });
    expectCreated(await child.place(shared.title));
    const lost = await waitingForLoan();
    const elsewhere = await library.another();
    await elsewhere.import(copies(lost.title.crossRefId, 1));
    const reader = await elsewhere.addPatron();
    await mustSucceed((await elsewhere.addPatron()).borrow(lost.title));
    expectCreated(await reader.place(lost.title));
    await library.setCopiesOwned(shared.title, 0);
    await library.setCopiesOwned(lost.title, 0);
    await work();
    // Children may not use the copy that is left.
    expect(await toldOf(shared.patron, child, lost.patron, reader)).toEqual([false, true, true, false]);
    await days(DAYS);
    expect(await isThere(shared)).toBe(true);
    expect(await isThere({ patron: reader, title: lost.title })).toBe(true);
    expect(await isThere({ patron: child, title: shared.title })).toBe(false);
    expect(await isThere(lost)).toBe(false);
  });

  test('ends none whose patrons were told that it stays, nor after it has changed its mind', async () => {
    await endAfter(null);
    const kept = await waitingForLoan();
    await library.setCopiesOwned(kept.title, 0);
    await work();
    await endAfter(DAYS);
    const told = await waitingForLoan();
    await library.setCopiesOwned(told.title, 0);
    await days(DAYS);
    expect(await isThere(kept)).toBe(true);
    await endAfter(null);
    await days(DAYS);
    expect(await isThere(told)).toBe(true);
    expect(await lossOf(told)).toEqual({ since: expect.any(String) });
  });

  test('ends none that staff have moved to another title', async () => {
    const { patron, title } = await waitingForLoan();
    const other = await library.addTitle(1);
    await mustSucceed((await library.addPatron()).borrow(other));
    await library.setCopiesOwned(title, 0);
    await work();
    const { websiteId } = library;
    const path = `/operator/v1/libraries/${websiteId}/titles/${title.reserveId}/holds/move`;
    await mustSucceed(operator.post(path, { to: other.reserveId }));
    await days(DAYS);
    expect(await isThere({ patron, title: other })).toBe(true);
    expect(await lossOf({ patron, title: other })).toBeUndefined();
  });

  test('waits for a queue that somebody else has locked, and goes on with the others', async () => {
    const [locked, free] = [await waitingForLoan(), await waitingForLoan()];
    for (const { title } of [locked, free]) await library.setCopiesOwned(title, 0);
    await library.service.database.transaction(async (connection) => {
      await lockQueue(connection, { websiteId: library.websiteId, reserveId: locked.title.reserveId });
      await work();
      expect(await toldOf(locked.patron, free.patron)).toEqual([false, true]);
    });
    await work();
    expect(await toldOf(locked.patron)).toEqual([true]);
  });
});
