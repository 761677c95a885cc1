import { queueAddress } from '../../../../src/console/addresses.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { hold, patron as patronRecord } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { ConsoleClient, type Page } from '../../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  staff = await ConsoleClient.signIn(library.service, 'cora', ['collections']);
});
afterAll(() => library.close());

const addressOf = ({ reserveId }: TestTitle): string => queueAddress(library.websiteId, reserveId);

/** The line: in each row the place, the category, since when, the condition and the notice. */
function lineOf({ html }: Page): string[][] {
  const [, body = ''] = /<caption>In the order.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell),
  );
}

test('a search for what no title can contain is refused', async () => {
  const queues = `/console/libraries/${library.websiteId}/queues`;
  for (const query of ['title=%00', 'sort=title&after=%00~53be238e-d4d2-5efd-8241-c596634d055e'])
    expect([query, (await staff.get(`${queues}?${query}`)).status]).toEqual([query, 400]);
});

test('says what became of the notice of each pickup', async () => {
  const title = await library.addTitle(0);
  await library.fillQueue(title, 3);
  const silent = await library.addPatron();
  expect((await silent.place(title, { ignoreHoldEmail: true })).status).toBe(201);
  // All pickups end at the same moment.
  await library.setCopiesOwned(title, 4);
  const { database } = library.service;
  const ofTicket = 'WHERE reserve_id = $1 AND ticket = $2';
  await database.run(statement('test-sent', `UPDATE hold SET notice_sent_for = expires_at ${ofTicket}`), [
    title.reserveId,
    1,
  ]);
  const refuse = statement(
    'test-refused',
    `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
     SELECT website_id, reserve_id, ticket, expires_at, service_now(), 552 FROM hold ${ofTicket}`,
  );
  await database.run(refuse, [title.reserveId, 2]);
  expect(lineOf(await staff.get(addressOf(title))).map(([, , , , notice]) => notice)).toEqual([
    'delivered',
    'refused by the mail server (552)',
    'on its way',
    'no e-mail address',
  ]);
});

test('is sorted by active holds alone, of those who may use a copy', async () => {
  const [rests, waits, children] = [
    await library.addTitle(2, { title: 'Sort: rests' }),
    await library.addTitle(1, { title: 'Sort: waits' }),
    await library.addTitle({ adults: 1, main: 0 }, { title: 'Sort: children' }),
  ];
  for (const resting of (await library.fillQueue(rests, 5)).slice(2))
    await mustSucceed(resting.suspend(rests));
  await library.fillQueue(waits, 2);
  for (let child = 0; child < 3; child++)
    await mustSucceed((await library.addPatron({ category: 'child' })).place(children));
  const { html } = await staff.get(`/console/libraries/${library.websiteId}/queues?sort=ratio&title=Sort:`);
  expect(html.match(/Sort: \w+(?=<\/a>)/g)?.[0]).toBe('Sort: waits');
  expect([...html.matchAll(/data-label="Active per copy"[^>]*>([^<]*)</g)].map(([, ratio]) => ratio)).toEqual(
    ['1', '0', '0'],
  );
});

test('is shown in parts of a hundred', async () => {
  const title = await library.addTitle();
  const patronIds = Array.from({ length: 102 }, (_, index) => 5000 + index);
  await library.import(
    ...patronIds.map((patronId) => patronRecord(patronId)),
    ...patronIds.map((patronId) => hold(patronId, title.crossRefId)),
  );
  const placesOn = async (address: string): Promise<[Page, string[]]> => {
    const page = await staff.get(address);
    return [page, lineOf(page).map(([place = '']) => place)];
  };
  const linkTo = ({ html }: Page, text: string): string =>
    (new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const [first, places] = await placesOn(addressOf(title));
  expect([places.length, places[0], places.at(-1), linkTo(first, 'First page')]).toEqual([
    100,
    '1',
    '100',
    '',
  ]);
  const [second, others] = await placesOn(linkTo(first, 'Next page'));
  expect([others, linkTo(second, 'Next page')]).toEqual([['101', '102'], '']);
  expect((await placesOn(linkTo(second, 'First page')))[1]).toEqual(places);
  const [before, placesBefore] = await placesOn(linkTo(second, 'Previous page'));
  expect([placesBefore, linkTo(before, 'Previous page')]).toEqual([places, '']);
  expect(linkTo(before, 'Next page')).toBe(linkTo(first, 'Next page'));
});
