import type { Database } from '../../../src/platform/database/database.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, MINUTE, serviceTime } from '../../support/clock.js';
import { copies } from '../../support/records.js';
import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { daysOf } from './lent-title.js';

/** Estimates where copies end. Loans of the test library are 21 days, pickups 72 hours, and nothing is known of its patrons. */

let library: TestLibrary;
let database: Database;
beforeAll(async () => {
  library = await TestLibrary.open();
  ({ database } = library.service);
});

const LOAN_AND_PICKUP = 21 + 3;

const licence = ({ reserveId }: TestTitle, members: object): Promise<void> =>
  library.import({
    record: 'licence',
    websiteId: library.websiteId,
    collectionId: 'main',
    reserveId,
    licenceId: reserveId,
    ...members,
  });

const inDays = async (days: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + days * DAY * 1000).toISOString();

/** The estimates of three holds on a title whose only copy has just been lent, and that of a new one. */
async function estimates(members: object): Promise<unknown[]> {
  const [title, borrower] = [await library.addTitle(), await library.addPatron()];
  await licence(title, { concurrency: 1, ...members });
  await mustSucceed(borrower.borrow(title));
  const patrons = await library.fillQueue(title, 3);
  return estimatesOf(title, patrons);
}

async function estimatesOf(title: TestTitle, patrons: readonly TestPatron[]): Promise<unknown[]> {
  await waitCurvesOf(database).work();
  const { body } = await (await catalogClientOf(await library.addPatron())).availability(title);
  return [...(await Promise.all(patrons.map((patron) => daysOf(patron, title)))), body.estimatedWaitDays];
}

test('no copy is promised after the end of a licence', async () => {
  const endsOn = await inDays(30);
  expect(await estimates({ endsOn })).toEqual([21, undefined, undefined, undefined]);
});

test('no copy is promised after the last loan', async () => {
  expect(await estimates({ loans: 3 })).toEqual([21, 21 + LOAN_AND_PICKUP, undefined, undefined]);
});

test('without an end, a licence serves all; so does a renewal, from the next minute', async () => {
  const all = [21, 45, 69, 93];
  expect(await estimates({})).toEqual(all);
  const title = await library.addTitle();
  await licence(title, { concurrency: 1, endsOn: await inDays(30) });
  await mustSucceed((await library.addPatron()).borrow(title));
  const patrons = await library.fillQueue(title, 3);
  expect(await estimatesOf(title, patrons)).toEqual([21, undefined, undefined, undefined]);
  await licence(title, { endsOn: await inDays(300) });
  await advanceClock(library.service, MINUTE);
  expect(await estimatesOf(title, patrons)).toEqual(all);
});

test('copies that are bought count from the next minute', async () => {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  const patrons = await library.fillQueue(title, 2);
  expect(await estimatesOf(title, patrons)).toEqual([21, 45, 69]);
  await library.import({ ...copies(1, 2), websiteId: library.websiteId, reserveId: title.reserveId });
  await advanceClock(library.service, MINUTE);
  expect(await estimatesOf(title, patrons)).toEqual([undefined, 21, 24]);
});

test('a licence that is still to begin is waited for', async () => {
  const title = await library.addTitle();
  await licence(title, { concurrency: 1, startsOn: await inDays(10) });
  const patrons = await library.fillQueue(title, 2);
  expect(await estimatesOf(title, patrons)).toEqual([10, 10 + LOAN_AND_PICKUP, 10 + 2 * LOAN_AND_PICKUP]);
});
