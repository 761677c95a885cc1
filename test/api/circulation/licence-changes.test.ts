import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, HOUR, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { TestLibrary } from '../../support/test-library.js';

/** What else happens to titles, patrons and collections with licences. */

let library: TestLibrary;
let operator: OperatorClient;
beforeEach(async () => {
  library = await TestLibrary.open();
  operator = new OperatorClient(library.service.url);
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

const inHours = async (hours: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + hours * HOUR * 1000).toISOString();

async function pass(hours: number): Promise<void> {
  await advanceClock(library.service, hours * HOUR);
  await runTimers(library.service.database);
}

test('the loans of two cards that are merged go on, one of a title, each of its licence', async () => {
  const [both, one] = [await library.addTitle(), await library.addTitle()];
  for (const title of [both, one])
    await library.setLicence(title, `pack ${title.crossRefId}`, { concurrency: 2, loans: 5 });
  const [kept, merged] = await library.addPatrons(2);
  for (const [patron, title] of [
    [kept, both],
    [merged, both],
    [merged, one],
  ] as const)
    await mustSucceed(patron.borrow(title));
  expectNoContent(await operator.merge(merged, kept.patronId));
  expect((await library.copiesOf(both)).main).toMatchObject({ owned: 2, onLoan: 1 });
  await mustSucceed(kept.returnTitle(one));
  expect((await library.copiesOf(one)).main).toMatchObject({ owned: 2, onLoan: 0 });
});

test('holds that move to a title with a licence get its copies, by their dates', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  const patrons = await library.fillQueue(old, 3);
  await library.setLicence(edition, 'new', { concurrency: 2, endsOn: await inHours(24 * 365) });
  const path = `/operator/v1/libraries/${library.websiteId}/titles/${old.reserveId}/holds/move`;
  await mustSucceed(operator.post(path, { to: edition.reserveId }));
  expect(await conditionsOf(edition, ...patrons)).toEqual(['ready', 'ready', 'waiting']);
});

test('a licence is moved to another collection as another: its loans run on, and the hold is ready there', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'pack', { loans: 2 });
  const [borrower] = await library.addPatrons(1);
  await mustSucceed(borrower.borrow(title));
  const [ready] = await library.fillQueue(title, 1);
  await library.setLicence(title, 'pack', { loans: 1, collectionId: 'adults' });
  await library.setLicence(title, 'pack', { delete: true });
  expect(await conditionsOf(title, ready)).toEqual(['ready']);
  expect(await library.copiesOf(title)).toMatchObject({
    main: { owned: 1, onLoan: 1, setAside: 0 },
    adults: { owned: 1, setAside: 1 },
  });
  await mustSucceed(borrower.returnTitle(title));
  expect((await library.copiesOf(title)).main).toMatchObject({ owned: 0, onLoan: 0 });
});

test.each([
  ['for holds', {}],
  ['of Lucky Day copies', { holdable: false }],
])(
  'the loan of a deleted licence %s takes no other copy, not even of its own successor',
  async (_, members) => {
    const title = await library.addTitle();
    await library.import({
      ...{ record: 'copies', websiteId: library.websiteId, collectionId: 'main' },
      ...{ reserveId: title.reserveId, copiesOwned: 1, ...members },
    });
    const terms = { concurrency: 1, endsOn: await inHours(24), ...members };
    await library.setLicence(title, 'year', terms);
    const [first, second, third] = await library.addPatrons(3);
    await mustSucceed(first.borrow(title));
    await library.setLicence(title, 'year', { delete: true });
    await mustSucceed(second.borrow(title));
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expect(await brokenInvariantsOf(library)).toEqual([]);
    await library.setLicence(title, 'year', terms);
    await mustSucceed(third.borrow(title));
    await mustSucceed(first.returnTitle(title));
    expectRefusal(await first.borrow(title), 'NoCopiesAvailable');
    await mustSucceed(second.returnTitle(title));
    await mustSucceed(first.borrow(title));
  },
);

test('the loan of a licence that was withdrawn takes no copy when the library has the title again', async () => {
  const { websiteId } = library;
  const title = await library.addTitle();
  const { reserveId } = title;
  await library.setLicence(title, 'year', { concurrency: 1 });
  const [first, second, third] = await library.addPatrons(3);
  await mustSucceed(first.borrow(title));
  await library.import({ record: 'withdrawal', websiteId, reserveId, reason: 'rights-ended' });
  expect(await brokenInvariantsOf(library)).toEqual([]);
  await library.setCopiesOwned(title, 1);
  await mustSucceed(second.borrow(title));
  await library.setLicence(title, 'year', { concurrency: 1 });
  await mustSucceed(third.borrow(title));
  await mustSucceed(first.returnTitle(title));
  expectRefusal(await first.borrow(title), 'NoCopiesAvailable');
});

test('of two collections, each serves its own patrons, and the end in one leaves the other', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'year', { concurrency: 1, endsOn: await inHours(24) });
  await library.setLicence(title, 'year', { concurrency: 1, collectionId: 'adults' });
  const child = await library.addPatron({ category: 'child' });
  await mustSucceed(child.place(title));
  const [adult] = await library.fillQueue(title, 1);
  expect(await conditionsOf(title, child, adult)).toEqual(['ready', 'ready']);
  await pass(25);
  expect(await conditionsOf(title, child, adult)).toEqual(['waiting', 'ready']);
  expect((await child.find(title)).body).toHaveProperty('copiesLost');
  await mustSucceed(adult.borrow(title));
});

test('an end that is dated back takes effect at once, and loans run on', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'year', { concurrency: 2 });
  const [borrower] = await library.addPatrons(1);
  await mustSucceed(borrower.borrow(title));
  const [ready] = await library.fillQueue(title, 1);
  await library.setLicence(title, 'year', { endsOn: '2020-01-01' });
  expect(await conditionsOf(title, ready)).toEqual(['waiting']);
  expect((await borrower.loan(title)).status).toBe(200);
  await mustSucceed(borrower.returnTitle(title));
  expect(await conditionsOf(title, ready)).toEqual(['waiting']);
});

test('a licence that was spent elsewhere gives nothing: holds wait, and nobody is told of a loss', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'spent', { loans: 0, concurrency: 1 });
  const [waiting] = await library.fillQueue(title, 1);
  expectRefusal(await (await library.addPatron()).borrow(title), 'NoCopiesAvailable');
  expect(await conditionsOf(title, waiting)).toEqual(['waiting']);
  expect((await waiting.find(title)).body).not.toHaveProperty('copiesLost');
});

test('a licence that has ended stays so when the clock is set back, until a record renews it', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'year', { concurrency: 1, endsOn: await inHours(24) });
  const [patron] = await library.fillQueue(title, 1);
  await pass(25);
  await pass(-20);
  expect(await conditionsOf(title, patron)).toEqual(['waiting']);
  await library.setLicence(title, 'year', { endsOn: await inHours(48) });
  expect(await conditionsOf(title, patron)).toEqual(['ready']);
});

test('what has ended by time is recorded before a record changes a licence', async () => {
  const title = await library.addTitle();
  await library.setLicence(title, 'year', { concurrency: 1 });
  const [missed, next] = await library.fillQueue(title, 2);
  await advanceClock(library.service, 73 * HOUR);
  await library.setLicence(title, 'year', { delete: true });
  expect(await conditionsOf(title, missed, next)).toEqual(['suspended', 'waiting']);
});

test('a hold that is ready until its licence ends stays so when one that ends as late is removed', async () => {
  const title = await library.addTitle(1);
  const endsOn = await inHours(24);
  for (const name of ['one', 'two']) await library.setLicence(title, name, { concurrency: 1, endsOn });
  const patrons = await library.fillQueue(title, 2);
  const untilOf = async (): Promise<unknown[]> =>
    Promise.all(patrons.map(async (patron) => (await patron.find(title)).body.holdExpires));
  const before = await untilOf();
  await library.setLicence(title, 'one', { delete: true });
  expect(await conditionsOf(title, ...patrons)).toEqual(['ready', 'ready']);
  expect(await untilOf()).toEqual(before);
});
