import { upsertSettings } from '../../../../src/records/kinds/settings/settings.store.js';
import { settingsSchemas } from '../../../../src/records/kinds/settings/settings.schema.js';
import { SecretSeal } from '../../../../src/platform/secret-seal.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient, linkTo, type Page, rowsOf } from '../../../support/console/console-client.js';
import { TestLibrary } from '../../../support/test-library.js';

/** The search box of every page of the console. */

let library: TestLibrary;
let desk: ConsoleClient;
let ofLibrary: string;
beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour' });
  ofLibrary = `/console/libraries/${library.websiteId}`;
  const signIn = { kind: 'sip2', host: '127.0.0.1', port: 1, tls: false, defaultCategory: 'adult' };
  const record = settingsSchemas.whole.parse({ websiteId: library.websiteId, signIn });
  await upsertSettings(library.service.database, record, new SecretSeal({ webhooksKeys: ['unused'] }));
  desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
});

/** Types it into the box of the page, and sends it. */
async function seek(sought: string, staff = desk): Promise<Page> {
  const { html } = await staff.get(`${ofLibrary}/queues`);
  const [, action = ''] = /<search><form method="post" action="([^"]*)">/.exec(html) ?? [];
  return staff.submit(action, { sought });
}

const lookUps = (): Promise<number> =>
  library.service.database.prisma.staffAction.count({
    where: { websiteId: library.websiteId, action: 'patron-looked-up' },
  });

const headingOf = ({ html }: Page): string | undefined => /<h1>(.*?)<\/h1>/.exec(html)?.[1];

test('the one patron that is found is there at once, by card, number, library’s number or address, and the log has it', async () => {
  const { patronId } = await library.addPatron({ cardNumber: '29004', externalId: 'ext-77' });
  const before = await lookUps();
  const sought = [' 29004 ', '2900', String(patronId), 'ext-77'];
  for (const each of sought) expect(headingOf(await seek(each))).toBe(`Patron ${patronId}`);
  expect(await lookUps()).toBe(before + sought.length);
  const { patron } = await library.waiting({ emailAddress: 'only.one@example.org' });
  expect(headingOf(await seek('only.one@'))).toBe(`Patron ${patron.patronId}`);
});

test('the one title that is found is there at once, by its words, its author or its ISBN', async () => {
  const formats = [{ id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '978-0-14-143951-8' }] }];
  const creators = [{ name: 'Ursula Moorhen', role: 'Author' }];
  await library.addTitle(1, { title: 'The Lighthouse Ledger', creators, formats });
  for (const sought of ['lighthouse ledg', 'moorhen', '9780141439518'])
    expect(headingOf(await seek(sought))).toBe('The Lighthouse Ledger');
});

test('several are listed, patrons and titles, each with its page, and the box keeps what was typed', async () => {
  const patron = await library.addPatron({ cardNumber: 'Quill-1' });
  const [one, other] = [
    await library.addTitle(2, { title: 'Quill and Ink' }),
    await library.addTitle(0, { title: 'A Quill' }),
  ];
  await library.fillQueue(other, 2);
  const page = await seek('quill');
  expect(page.status).toBe(200);
  expect(rowsOf(page, 'Patrons').map(([, card]) => card)).toEqual(['Quill-1']);
  expect(linkTo(page, `Patron ${patron.patronId}`)).toBe(`${ofLibrary}/patrons/${patron.patronId}`);
  const figures = rowsOf(page, 'Titles').map(([, ...each]) => each);
  expect(figures.toSorted()).toEqual([
    ['0', '2'],
    ['2', '0'],
  ]);
  expect(linkTo(page, 'Quill and Ink')).toBe(`${ofLibrary}/queues/${one.reserveId}`);
  expect(page.html).toMatch(/id="search-box"[^>]* value="quill"/);
});

test('who may see no patrons is asked for titles, and finds none by a card', async () => {
  const viewer = await ConsoleClient.signIn(library, 'vera', ['viewer']);
  await library.addPatron({ cardNumber: '55501' });
  const before = await lookUps();
  const page = await seek('55501', viewer);
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('No title of this library has')]);
  expect(page.text).not.toMatch(/A patron or a title/);
  expect(await lookUps()).toBe(before);
});

test('less than three characters find no title, and what is not there is said', async () => {
  const short = await seek('qu');
  expect([short.status, short.text]).toEqual([404, expect.stringContaining('Type at least 3 characters.')]);
  const none = await seek('xylophonist');
  expect([none.status, none.text]).toEqual([404, expect.stringContaining('No patron of this library has')]);
  expect((await desk.submit(`${ofLibrary}/search`, {})).status).toBe(422);
});

test('the library’s own system, which is away here, is asked only for what looks like a card and was not found', async () => {
  await library.addTitle(1, { title: 'Pier39' });
  const away = /system .*cannot be reached/;
  // The service asks for settings every few seconds.
  await eventually(async () => {
    const page = await seek('2100777');
    expect([page.status, page.text]).toEqual([404, expect.stringMatching(away)]);
  });
  expect(headingOf(await seek('pier39'))).toBe('Pier39');
  for (const noCard of ['pier 40', 'nobody1@example.org', 'xylophonist'])
    expect((await seek(noCard)).text).not.toMatch(away);
  const ofPatrons = await desk.submit(`${ofLibrary}/patrons/lookup`, { text: '2100777' });
  expect([ofPatrons.status, ofPatrons.text]).toEqual([503, expect.stringMatching(away)]);
});
