import { LostCopiesService } from '../../../src/circulation/lost-copies.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { CatalogClient, catalogClientOf } from '../../support/catalog-client.js';
import { advanceClock, HOUR, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { title as titleRecord } from '../../support/records.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/** Licences as patrons notice them. Time passes only where a test says so. */

let library: TestLibrary;
beforeAll(async () => recordOvertaking((await TestLibrary.open()).service.database));
beforeEach(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

const licence: TestLibrary['setLicence'] = (...licence) => library.setLicence(...licence);

const removeLicence = (title: TestTitle, licenceId: string): Promise<void> =>
  licence(title, licenceId, { delete: true });

const inHours = async (hours: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + hours * HOUR * 1000).toISOString();

async function pass(hours: number): Promise<void> {
  await advanceClock(library.service, hours * HOUR);
  await runTimers(library.service.database);
}

const owned = async (title: TestTitle): Promise<number | undefined> =>
  (await library.copiesOf(title)).main?.owned;

const NOTICES = statement<{ occasion: string }>(
  'test-notices-of-licences',
  `SELECT occasion FROM notice_outbox WHERE website_id = $1 AND reserve_id = $2 ORDER BY occasion`,
);
const notices = async ({ reserveId }: TestTitle): Promise<string[]> =>
  (await library.service.database.run(NOTICES, [library.websiteId, reserveId])).map((row) => row.occasion);

const REASONS = statement<{ reason: string }>(
  'test-reasons-of-licences',
  `SELECT reason FROM ended_notice WHERE website_id = $1 AND reserve_id = $2`,
);
const reasons = async ({ reserveId }: TestTitle): Promise<string[]> =>
  (await library.service.database.run(REASONS, [library.websiteId, reserveId])).map((row) => row.reason);

async function endHoldsWithoutCopies(): Promise<void> {
  while ((await new LostCopiesService(library.service.database, new QueueService()).work()) > 0);
}

describe('how many copies licences give', () => {
  test.each([
    [{ concurrency: 3 }, 3],
    [{ loans: 26 }, 26],
    [{ concurrency: 10, loans: 3 }, 3],
    [{ concurrency: 2, loans: 26 }, 2],
    [{ loans: 0 }, 0],
    [{ concurrency: 5, startsOn: '2999-01-01' }, 0],
    [{ concurrency: 5, endsOn: '2020-01-01' }, 0],
    [{ concurrency: 5, startsOn: '2020-01-01', endsOn: '2999-01-01' }, 5],
  ])('%j gives %i', async (members, expected) => {
    const title = await library.addTitle();
    await licence(title, 'one', members);
    expect(await owned(title)).toBe(expected);
  });

  test('they are added to each other and to the copies that the library owns', async () => {
    const title = await library.addTitle(2);
    await licence(title, 'one', { concurrency: 3 });
    await licence(title, 'two', { concurrency: 10, loans: 4 });
    expect(await owned(title)).toBe(9);
    await library.setCopiesOwned(title, 1);
    expect(await owned(title)).toBe(8);
  });

  test('two of a title that the collection did not have come in one file', async () => {
    const title = await library.addTitle({});
    const { websiteId } = library;
    const named = { record: 'licence', websiteId, collectionId: 'main', reserveId: title.reserveId } as const;
    await library.import(
      { ...named, licenceId: 'one', concurrency: 1 },
      { ...named, licenceId: 'two', concurrency: 2 },
    );
    expect(await owned(title)).toBe(3);
  });

  test('a loan uses up one of the loans, also when it was returned', async () => {
    const title = await library.addTitle();
    await licence(title, 'pack', { concurrency: 2, loans: 3 });
    const [first, second, third, fourth] = await library.addPatrons(4);
    await mustSucceed(first.borrow(title));
    await mustSucceed(second.borrow(title));
    expect(await owned(title)).toBe(2);
    await mustSucceed(first.returnTitle(title));
    await mustSucceed(third.borrow(title));
    await mustSucceed(second.returnTitle(title));
    expect(await owned(title)).toBe(1);
    expect((await fourth.borrow(title)).body).toMatchObject({ errorCode: 'NoCopiesAvailable' });
  });

  test('the same record again changes nothing, and one that says less keeps the rest', async () => {
    const title = await library.addTitle();
    await licence(title, 'pack', { concurrency: 2, loans: 5, endsOn: '2999-01-01' });
    const [reader] = await library.addPatrons(1);
    await mustSucceed(reader.borrow(title));
    await licence(title, 'pack', { concurrency: 2, loans: 5, endsOn: '2999-01-01' });
    await licence(title, 'pack', { concurrency: 9 });
    expect(await owned(title)).toBe(5);
    await licence(title, 'pack', { loans: null });
    expect(await owned(title)).toBe(9);
  });
});

describe('a licence without any limit', () => {
  test('makes waiting holds ready at once, and the title always available', async () => {
    const title = await library.addTitle(0);
    const patrons = await library.fillQueue(title, 3);
    await licence(title, 'open');
    expect(await conditionsOf(title, ...patrons)).toEqual(['ready', 'ready', 'ready']);
    const catalog = await catalogClientOf(patrons[0]);
    expect((await catalog.availability(title)).body).toMatchObject({
      availabilityType: 'AlwaysAvailable',
      available: true,
    });
    await removeLicence(title, 'open');
    expect(
      (await new CatalogClient(catalog.patron, catalog.collectionToken).availability(title)).body,
    ).toMatchObject({
      availabilityType: 'Normal',
    });
  });
});

describe('when a licence begins', () => {
  test('its copies go to those who wait, by place', async () => {
    const title = await library.addTitle();
    await licence(title, 'coming', { concurrency: 2, startsOn: await inHours(24) });
    const patrons = await library.fillQueue(title, 3);
    expect(await conditionsOf(title, ...patrons)).toEqual(['waiting', 'waiting', 'waiting']);
    await pass(25);
    expect(await conditionsOf(title, ...patrons)).toEqual(['ready', 'ready', 'waiting']);
  });

  test('the day is told before, else that of publication, and neither where the library has a copy', async () => {
    const title = await library.addTitle();
    const { reserveId, crossRefId } = title;
    const catalog = await catalogClientOf(await library.addPatron());
    const released = async (): Promise<unknown> =>
      (await mustSucceed(catalog.availability(title))).body.estimatedReleaseDate;
    expect(await released()).toBeUndefined();
    await library.import(titleRecord(crossRefId, { publishDate: '2998-02-03' }));
    expect(await released()).toBe('2998-02-03T00:00:00Z');
    await licence(title, 'later', { concurrency: 1, startsOn: '2997-01-01' });
    await licence(title, 'soon', { concurrency: 1, startsOn: '2996-01-01' });
    expect(await released()).toBe('2996-01-01T00:00:00Z');
    expect((await catalog.patron.place({ reserveId, crossRefId })).status).toBe(201);
    await library.setCopiesOwned(title, 1);
    expect(await released()).toBeUndefined();
  });
});

describe('when a licence ends', () => {
  test('its free copies are gone, its loans run on, and their return adds nothing', async () => {
    const title = await library.addTitle(1);
    await licence(title, 'year', { concurrency: 3, endsOn: await inHours(24) });
    const [first, second] = await library.addPatrons(2);
    await mustSucceed(first.borrow(title));
    await pass(25);
    expect((await library.copiesOf(title)).main).toMatchObject({ owned: 2, onLoan: 1, retiring: 0 });
    await mustSucceed(first.returnTitle(title));
    expect((await library.copiesOf(title)).main).toMatchObject({ owned: 1, onLoan: 0 });
    await mustSucceed(second.borrow(title));
  });

  test('while its loans run on, they take no other copy', async () => {
    const title = await library.addTitle();
    await licence(title, 'old', { concurrency: 1, endsOn: await inHours(24) });
    await licence(title, 'new', { concurrency: 1, startsOn: await inHours(24) });
    const [first, second] = await library.addPatrons(2);
    await mustSucceed(first.borrow(title));
    await mustSucceed(second.place(title));
    await pass(25);
    expect(await conditionsOf(title, second)).toEqual(['ready']);
    await mustSucceed(second.borrow(title));
    await mustSucceed(first.returnTitle(title));
    expect((await library.copiesOf(title)).main).toMatchObject({ owned: 1, onLoan: 1, retiring: 0 });
  });

  test('a pickup never goes on longer than the licence', async () => {
    const title = await library.addTitle();
    const end = await inHours(24);
    await licence(title, 'year', { concurrency: 1, endsOn: end });
    const [patron] = await library.fillQueue(title, 1);
    expect(Date.parse((await patron.find(title)).body.holdExpires as string)).toBe(
      Math.floor(Date.parse(end) / 1000) * 1000,
    );
  });

  test('a ready hold waits again in its place, has missed nothing, and its patron is told once', async () => {
    const title = await library.addTitle(1);
    const [borrower] = await library.addPatrons(1);
    await mustSucceed(borrower.borrow(title));
    await licence(title, 'year', { concurrency: 1, endsOn: await inHours(24) });
    const [first, second] = await library.fillQueue(title, 2);
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
    await pass(25);
    await pass(1);
    expect(await conditionsOf(title, first, second)).toEqual(['waiting', 'waiting']);
    expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await notices(title)).filter((each) => each === 'licence-ended')).toHaveLength(1);
    await mustSucceed(borrower.returnTitle(title));
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
  });

  test('another licence serves the hold, and its patron is not told that it waits', async () => {
    const title = await library.addTitle();
    await licence(title, 'year', { concurrency: 1, endsOn: await inHours(24) });
    const [patron] = await library.fillQueue(title, 1);
    await licence(title, 'renewed', {
      concurrency: 1,
      startsOn: await inHours(23),
      endsOn: await inHours(24 * 365),
    });
    await pass(25);
    expect(await conditionsOf(title, patron)).toEqual(['ready']);
    expect(await notices(title)).not.toContain('licence-ended');
  });

  test('those who were ready last wait again first', async () => {
    const title = await library.addTitle(0);
    await licence(title, 'stays', { concurrency: 1 });
    const [first] = await library.fillQueue(title, 1);
    await advanceClock(library.service, HOUR);
    await licence(title, 'goes', { concurrency: 1 });
    const [second] = await library.fillQueue(title, 1);
    await removeLicence(title, 'goes');
    expect(await conditionsOf(title, first, second)).toEqual(['ready', 'waiting']);
  });

  test('who was ready last waits again also if another licence has cut that pickup short', async () => {
    const title = await library.addTitle(0);
    for (const name of ['stays', 'goes']) await licence(title, name, { concurrency: 1 });
    await licence(title, 'short', { concurrency: 1, endsOn: await inHours(24) });
    const firstTwo = await library.fillQueue(title, 2);
    await advanceClock(library.service, HOUR);
    const [last] = await library.fillQueue(title, 1);
    await removeLicence(title, 'goes');
    expect(await conditionsOf(title, ...firstTwo, last)).toEqual(['ready', 'ready', 'waiting']);
  });

  test('copies that are too few for other reasons stay with their holds', async () => {
    const title = await library.addTitle(2);
    await licence(title, 'goes', { concurrency: 1 });
    const patrons = await library.fillQueue(title, 3);
    await library.setCopiesOwned(title, 0);
    expect(await conditionsOf(title, ...patrons)).toEqual(['ready', 'ready', 'ready']);
    await removeLicence(title, 'goes');
    expect((await conditionsOf(title, ...patrons)).filter((each) => each === 'ready')).toHaveLength(2);
  });

  test('the last loan takes the title from those who wait, and a renewal gives it back', async () => {
    const title = await library.addTitle();
    await licence(title, 'pack', { concurrency: 1, loans: 2 });
    const [first, second] = await library.addPatrons(2);
    await mustSucceed(first.borrow(title));
    const [next, last] = [...(await library.fillQueue(title, 1)), second];
    expect((await last.place(title)).status).toBe(201);
    await mustSucceed(first.returnTitle(title));
    expect((await last.find(title)).body).not.toHaveProperty('copiesLost');
    await mustSucceed(next.borrow(title));
    expect((await last.find(title)).body).toMatchObject({ copiesLost: expect.any(Object) });
    await licence(title, 'pack', { loans: 3 });
    expect((await last.find(title)).body).not.toHaveProperty('copiesLost');
    await mustSucceed(next.returnTitle(title));
    expect(await conditionsOf(title, last)).toEqual(['ready']);
    expect(await notices(title)).toEqual(['ready', 'ready']);
  });

  test.each([
    ['licence-ended', { endsOn: '2020-01-01' }],
    ['licence-ended', { loans: 1 }],
    ['no-copies', { delete: true }],
  ])('holds that get no copy end with the reason %s after %j', async (reason, change) => {
    const { websiteId } = library;
    await library.import({ record: 'settings', websiteId, holds: { daysWithoutCopies: 7 } });
    const title = await library.addTitle();
    await licence(title, 'only', { concurrency: 1 });
    const [borrower] = await library.addPatrons(1);
    await mustSucceed(borrower.borrow(title));
    await library.fillQueue(title, 1);
    await licence(title, 'only', change);
    await endHoldsWithoutCopies();
    await advanceClock(library.service, 7 * 24 * HOUR);
    await endHoldsWithoutCopies();
    expect(await reasons(title)).toEqual([reason]);
  });
});

test('of forty at once for the last loan, one gets it', async () => {
  const title = await library.addTitle();
  await licence(title, 'pack', { loans: 1 });
  const answers = await Promise.all(
    (await library.addPatrons<number>(40)).map((patron) => patron.borrow(title)),
  );
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
});

test('a withdrawal ends the licences with the title', async () => {
  const title = await library.addTitle();
  await licence(title, 'one', { concurrency: 2 });
  const [borrower] = await library.addPatrons(1);
  await mustSucceed(borrower.borrow(title));
  await library.import({
    record: 'withdrawal',
    websiteId: library.websiteId,
    reserveId: title.reserveId,
    reason: 'rights-ended',
  });
  await mustSucceed(borrower.returnTitle(title));
  expect(await library.copiesOf(title)).toEqual({});
});
