import { runTimers } from '../../support/runs/run-timers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, serviceTime } from '../../support/clock.js';
import { EventReader, waitUntilPublished } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/** What the feed tells of licences, and webhooks with it. */

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.alone({ pickupHours: 72 }, { ROLE: 'all', OPERATOR_TOKEN });
  operator = new OperatorClient(library.service.url);
  // On a cluster, timers look after libraries with patrons.
  await library.addPatron();
});
afterAll(() => library.close());

const TYPES = 'licence.added,licence.ending,licence.ended';

async function reader(): Promise<EventReader> {
  await waitUntilPublished(library.service);
  const made = new EventReader(operator, { types: TYPES });
  await made.next({ iterator: 'now' });
  return made;
}

const licence = ({ reserveId }: TestTitle, licenceId: string, members: object): Promise<void> =>
  library.import({
    ...{ record: 'licence', websiteId: library.websiteId, collectionId: 'main' },
    ...{ reserveId, licenceId, ...members },
  });

const inDays = async (days: number): Promise<string> =>
  new Date((await serviceTime(library.service)).getTime() + days * DAY * 1000).toISOString();

async function pass(days: number): Promise<void> {
  await advanceClock(library.service, days * DAY);
  await runTimers(library.service.database);
}

/** Of the title: those of other tests end meanwhile. */
async function newEvents(feed: EventReader, { reserveId }: TestTitle): Promise<string[]> {
  await waitUntilPublished(library.service);
  return (await feed.rest())
    .filter(({ data }) => data.reserveId === reserveId)
    .map(({ type, data }) => `${type} ${data.licenceId}`);
}

test('a licence is added, ends soon once, and has ended; each event names the title and no patron', async () => {
  const [feed, title] = [await reader(), await library.addTitle()];
  await licence(title, 'year', { concurrency: 1, endsOn: await inDays(40) });
  await waitUntilPublished(library.service);
  const [added] = await feed.rest();
  const { websiteId } = library;
  expect(added).toMatchObject({ type: 'licence.added', subject: `titles/${title.reserveId}` });
  expect(added?.data).toEqual({
    ...{ websiteId, reserveId: title.reserveId },
    ...{ collectionId: 'main', licenceId: 'year' },
  });
  await licence(title, 'year', { price: 5 });
  await pass(5);
  expect(await newEvents(feed, title)).toEqual([]);
  await pass(10);
  await licence(title, 'year', { price: 6 });
  await pass(10);
  expect(await newEvents(feed, title)).toEqual(['licence.ending year']);
  await pass(20);
  await pass(1);
  expect(await newEvents(feed, title)).toEqual(['licence.ended year']);
});

test('a renewed one ends soon again; one that comes late is both new and soon over', async () => {
  const [feed, title] = [await reader(), await library.addTitle()];
  await licence(title, 'late', { concurrency: 1, endsOn: await inDays(10) });
  expect(await newEvents(feed, title)).toEqual(['licence.added late', 'licence.ending late']);
  await licence(title, 'late', { endsOn: await inDays(50) });
  await pass(15);
  expect(await newEvents(feed, title)).toEqual([]);
  await pass(10);
  expect(await newEvents(feed, title)).toEqual(['licence.ending late']);
  await licence(title, 'late', { endsOn: '2020-01-01' });
  expect(await newEvents(feed, title)).toEqual(['licence.ended late']);
});

test('one that begins later, and ends soon after that, says so when it runs', async () => {
  const [feed, title] = [await reader(), await library.addTitle()];
  await licence(title, 'coming', { concurrency: 1, startsOn: await inDays(5), endsOn: await inDays(15) });
  expect(await newEvents(feed, title)).toEqual(['licence.added coming']);
  await pass(6);
  expect(await newEvents(feed, title)).toEqual(['licence.ending coming']);
});

test('with the last loan it has ended, and not again with its time', async () => {
  const [feed, title] = [await reader(), await library.addTitle()];
  await licence(title, 'pack', { loans: 2, endsOn: await inDays(35) });
  const [first, second] = await library.addPatrons(2);
  await mustSucceed(first.borrow(title));
  expect(await newEvents(feed, title)).toEqual(['licence.added pack']);
  await mustSucceed(second.borrow(title));
  expect(await newEvents(feed, title)).toEqual(['licence.ended pack']);
  await pass(20);
  await pass(20);
  expect(await newEvents(feed, title)).toEqual([]);
});
