import { queueAddress } from '../../../../src/staff/addresses/addresses.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { copies, hold, patron as patronRecord, title as titleRecord } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { ConsoleClient, linkTo, type Page, rowsOf } from '../../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
let queues: string;
async function open(): Promise<void> {
  library = await TestLibrary.open();
  queues = `/console/libraries/${library.websiteId}/queues`;
  staff = await ConsoleClient.signIn(library, 'cora', ['collections']);
}

const addressOf = ({ reserveId }: TestTitle): string => queueAddress(library.websiteId, reserveId);

const titlesOf = (page: Page): string[] =>
  rowsOf(page).map(([title = '']) => title.replace(/ (?:E-b|Audiob)ook.*/, ''));

/** The line: in each row the place, the category, since when, the condition and the notice. */
const lineOf = (page: Page): string[][] => rowsOf(page, 'In the order');

describe('the list', () => {
  let few: TestTitle;
  let unowned: TestTitle;
  let popular: TestTitle;
  // One library for these tests, which only read.
  beforeAll(async () => {
    await open();
    few = await library.addTitle(1, {
      title: 'A 100% quiet book',
      formatClass: 'Audiobook',
      creators: ['Ann', 'Bo', 'Cy'].map((name) => ({ role: 'Author', name })),
    });
    unowned = await library.addTitle(0, { title: 'Zebras <b>in town</b>' });
    const formats = [{ id: 'ebook-epub-adobe', identifiers: [{ type: 'ISBN', value: '978-0-14-143947-1' }] }];
    popular = await library.addTitle({ main: 1, adults: 1 }, { title: 'Much wanted', formats });
    await library.fillQueue(few, 1);
    await library.fillQueue(unowned, 2);
    const [, , third] = await library.fillQueue(popular, 6);
    await mustSucceed(third.suspend(popular));
  });

  const author = ({ crossRefId }: TestTitle): string => `Author ${crossRefId}`;

  test('has the longest queue first, with suspended and ready holds apart', async () => {
    const [wanted, zebras, unknown] = [
      `Much wanted E-book, by ${author(popular)}`,
      `Zebras &lt;b>in town&lt;/b> E-book, by ${author(unowned)}`,
      'not known yet',
    ];
    expect(rowsOf(await staff.get(`${queues}?targetRatio=1`))).toEqual([
      [wanted, '6', '3', '1', '2', '1.5', unknown, '0', '1 for adult'],
      [zebras, '2', '2', '0', '0', 'no copy', unknown, '0', '2 for adult'],
      ['A 100% quiet book Audiobook, by Ann, Bo and others', '1', '0', '0', '1', '0', unknown, '0', 'none'],
    ]);
  });

  test('counts its titles and holds, and is a file of all pages', async () => {
    const page = await staff.get(`${queues}?title=t&targetRatio=1`);
    expect(page.text).toContain('Titles 3 Holds 9');
    expect((await staff.get(`${queues}?title=wanted`)).text).toContain('Titles 1 Holds 6');
    const response = await staff.send(linkTo(page, 'Save these queues as a CSV file'));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=queues-${library.websiteId}.csv`,
    );
    expect((await response.text()).trimEnd().split('\r\n')).toEqual([
      'Title,Format,Creators,Holds,Waiting holds,Suspended holds,Ready holds,Waiting holds per copy,Free copies,Copies to buy,Likely wait (days),Wait at most (days),Title ID',
      `Much wanted,E-book,${author(popular)},6,3,1,2,1.5,0,1,,,${popular.reserveId}`,
      `Zebras <b>in town</b>,E-book,${author(unowned)},2,2,0,0,,0,2,,,${unowned.reserveId}`,
      `A 100% quiet book,Audiobook,"Ann; Bo; Cy",1,0,0,1,0,0,0,,,${few.reserveId}`,
    ]);
  });

  test('is sorted by a heading, and says by which', async () => {
    const byTitle = await staff.get(linkTo(await staff.get(queues), 'Title'));
    expect(titlesOf(byTitle)).toEqual(['A 100% quiet book', 'Much wanted', 'Zebras &lt;b>in town&lt;/b>']);
    expect(byTitle.html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="ascending"']);
    const byRatio = await staff.get(linkTo(byTitle, 'Waiting per copy'));
    expect(titlesOf(byRatio)).toEqual(['Zebras &lt;b>in town&lt;/b>', 'Much wanted', 'A 100% quiet book']);
  });

  test.each([
    ['WANTED', ['Much wanted']],
    [' much ', ['Much wanted']],
    ['0%', ['A 100% quiet book']],
    ['%', ['A 100% quiet book']],
    ['_', []],
    ['\\', []],
  ])('is filtered by any part of the title, taken as it is: %s', async (title, titles) => {
    const query = new URLSearchParams({ title }).toString();
    expect(titlesOf(await staff.get(`${queues}?${query}`))).toEqual(titles);
  });

  test('is filtered by author, identifier, format and collection, which its links and its file keep', async () => {
    const of = async (query: Readonly<Record<string, string | number>>): Promise<string[]> => {
      const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
      return titlesOf(await staff.get(`${queues}?${new URLSearchParams(texts).toString()}`));
    };
    expect(await of({ creator: 'bo ann' })).toEqual(['A 100% quiet book']);
    expect(await of({ creator: 'quiet' })).toEqual([]);
    for (const identifier of [
      '978-0-14-143947-1',
      '0141439475',
      popular.reserveId,
      ` ${popular.crossRefId} `,
    ])
      expect(await of({ identifier })).toEqual(['Much wanted']);
    expect(await of({ formatClass: 'Audiobook' })).toEqual(['A 100% quiet book']);
    expect(await of({ collectionId: 'adults' })).toEqual(['Much wanted']);
    expect(await of({ collectionId: 'adults', formatClass: 'Audiobook', creator: '' })).toEqual([]);
    const page = await staff.get(`${queues}?collectionId=adults&targetRatio=1`);
    expect(page.html).toContain('<option value="adults" selected>');
    expect(titlesOf(await staff.get(linkTo(page, 'Title')))).toEqual(['Much wanted']);
    const file = await staff.send(linkTo(page, 'Save these queues as a CSV file'));
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(2);
    expect((await staff.get(`${queues}?creator=nobody`)).text).toContain('No queue has a title like this.');
  });

  test.each([
    [422, 'targetRatio=0'],
    [422, 'title=%00'],
    [422, 'creator=%00'],
    [422, `identifier=${'1'.repeat(501)}`],
    [422, 'formatClass=Scroll'],
    [400, 'sort=title&after=%00~53be238e-d4d2-5efd-8241-c596634d055e'],
  ])('refuses what cannot be with %s, on a page: %s', async (status, query) => {
    expect((await staff.get(`${queues}?${query}`)).status).toBe(status);
    expect((await staff.send(`${queues}?${query}`, { method: 'HEAD' })).status).toBe(status);
  });
});

describe('the list of another library', () => {
  beforeEach(open);

  test('without holds says so; of many it has each once on its pages, in every order', async () => {
    expect((await staff.get(queues)).text).toContain('This library has no holds.');
    const numbers = Array.from({ length: 53 }, (_, index) => index + 1);
    const limits = { holdLimit: 100 };
    const patrons = [await library.addPatron(limits), await library.addPatron(limits)];
    await library.import(
      ...numbers.flatMap((number) => [titleRecord(number), copies(number, number % 3)]),
      // Many are alike in length, so that the order needs a second key.
      ...numbers.flatMap((number) => patrons.slice(number % 2).map(({ patronId }) => hold(patronId, number))),
    );
    for (const sort of ['holds', 'ratio', 'title', 'wait']) {
      const first = await staff.get(`${queues}?sort=${sort}`);
      const second = await staff.get(linkTo(first, 'Next page'));
      expect([titlesOf(first).length, titlesOf(second).length]).toEqual([50, 3]);
      expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(53);
      expect(linkTo(second, 'Next page')).toBe('');
      for (const back of ['First page', 'Previous page']) {
        const page = await staff.get(linkTo(second, back));
        expect([titlesOf(page), linkTo(page, 'Previous page')]).toEqual([titlesOf(first), '']);
        expect(linkTo(page, 'Next page')).toBe(linkTo(first, 'Next page'));
      }
    }
  });

  test('is sorted by waiting holds alone, of those who may use a copy', async () => {
    const rests = await library.addTitle(2, { title: 'Sort: rests' });
    const waits = await library.addTitle(1, { title: 'Sort: waits' });
    const children = await library.addTitle({ adults: 1, main: 0 }, { title: 'Sort: children' });
    for (const resting of (await library.fillQueue(rests, 5)).slice(2))
      await mustSucceed(resting.suspend(rests));
    await library.fillQueue(waits, 2);
    for (let child = 0; child < 3; child++)
      await mustSucceed((await library.addPatron({ category: 'child' })).place(children));
    const page = await staff.get(`${queues}?sort=ratio&title=Sort:`);
    expect(titlesOf(page)[0]).toBe('Sort: waits');
    const ratios = [...page.html.matchAll(/data-label="Waiting per copy"[^>]*>([^<]*)</g)];
    expect(ratios.map(([, ratio]) => ratio)).toEqual(['1', '0', '0']);
  });
});

describe('one queue', () => {
  beforeEach(open);

  test('is a line of people of whom only the category is shown', async () => {
    const title = await library.addTitle(1);
    const [ready, waiting, resting] = await library.fillQueue(title, 3);
    await mustSucceed((await library.addPatron({ category: 'child' })).place(title));
    await mustSucceed(resting.suspend(title, { suspensionType: 'limited', numberOfDays: 10 }));
    const page = await staff.get(addressOf(title));
    const since = expect.any(String) as string;
    const until = expect.stringMatching(/^Ready until \d+ \w+ \d{4}, \d\d:\d\d$/) as string;
    expect(lineOf(page)).toEqual([
      ['1', 'adult', since, until, 'on its way'],
      ['2', 'adult', since, 'Waiting', '—'],
      ['3', 'adult', since, expect.stringMatching(/^Suspended until /), '—'],
      ['4', 'child', since, 'Waiting', '—'],
    ]);
    for (const { emailAddress, patronId } of [ready, waiting, resting]) {
      expect(page.html).not.toContain(emailAddress);
      expect(page.html).not.toContain(`patrons/${patronId}`);
    }
    expect(page.text).toContain(`E-book, by Author ${title.crossRefId}`);
  });

  test('says what became of the notice of each pickup', async () => {
    const title = await library.addTitle(0);
    await library.fillQueue(title, 3);
    const silent = await library.addPatron();
    await mustSucceed(silent.place(title, { ignoreHoldEmail: true }));
    // All pickups end at the same moment.
    await library.setCopiesOwned(title, 4);
    const { database } = library.service;
    const ofTicket = 'WHERE reserve_id = $1 AND ticket = $2';
    const sent = `UPDATE hold SET notice_sent_for = expires_at ${ofTicket}`;
    await database.run(statement('test-sent', sent), [title.reserveId, 1]);
    const refused = `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
      SELECT website_id, reserve_id, ticket, expires_at, service_now(), 552 FROM hold ${ofTicket}`;
    await database.run(statement('test-refused', refused), [title.reserveId, 2]);
    expect(lineOf(await staff.get(addressOf(title))).map(([, , , , notice]) => notice)).toEqual([
      'delivered',
      'refused by the mail server (552)',
      'on its way',
      'no e-mail address',
    ]);
  });

  test('is shown in parts of a hundred', async () => {
    const title = await library.addTitle();
    const patronIds = Array.from({ length: 102 }, (_, index) => library.websiteId * 1000 + index);
    await library.import(
      ...patronIds.map((patronId) => patronRecord(patronId)),
      ...patronIds.map((patronId) => hold(patronId, title.crossRefId)),
    );
    const placesOf = (page: Page): string[] => lineOf(page).map(([place = '']) => place);
    const first = await staff.get(addressOf(title));
    const places = placesOf(first);
    expect([places.length, places.at(-1), linkTo(first, 'First page')]).toEqual([100, '100', '']);
    const second = await staff.get(linkTo(first, 'Next page'));
    expect([placesOf(second), linkTo(second, 'Next page')]).toEqual([['101', '102'], '']);
    expect(placesOf(await staff.get(linkTo(second, 'First page')))).toEqual(places);
    const before = await staff.get(linkTo(second, 'Previous page'));
    expect([placesOf(before), linkTo(before, 'Previous page')]).toEqual([places, '']);
    expect(linkTo(before, 'Next page')).toBe(linkTo(first, 'Next page'));
  });

  test('has the number of holds per copy that the library has set, unless the page is asked for another', async () => {
    const title = await library.addTitle(1);
    await library.fillQueue(title, 4);
    const collections = { holdsPerCopy: 2 };
    await library.import({ record: 'settings', websiteId: library.websiteId, collections });
    const toBuy = `/console/libraries/${library.websiteId}/to-buy`;
    const goalAt = async (page: string): Promise<string | undefined> =>
      /<input type="number" name="targetRatio" value="(\d+)"/.exec((await staff.get(page)).html)?.[1];
    for (const page of [queues, toBuy])
      expect([await goalAt(page), await goalAt(`${page}?targetRatio=5`)]).toEqual(['2', '5']);
    expect((await staff.get(addressOf(title))).text).toContain(
      'For at most 2 waiting holds per copy, buy 1 more copy in main',
    );
    expect((await staff.get(toBuy)).text).toContain('Titles 1 Copies, estimated 1');
  });

  test('of another title, or of no title, is not found', async () => {
    for (const id of ['999999', 'x', '53be238e-d4d2-5efd-8241-c596634d055e'])
      expect((await staff.get(`${queues}/${id}`)).status).toBe(404);
  });
});

describe('buying', () => {
  let title: TestTitle;
  beforeEach(async () => {
    await open();
    title = await library.addTitle(1);
    await library.fillQueue(title, 5);
  });
  const order = { collectionId: 'main', ownedBefore: 1, owned: 3 };
  const buy = (fields: object = order): Promise<Page> =>
    staff.submit(`${addressOf(title)}/copies`, fields as Record<string, string | number>);

  test('assigns the copies at once, and says so once; a form that is sent again buys nothing', async () => {
    const page = await buy();
    expect(page.text).toContain('main now has 3 copies. 2 copies were assigned.');
    const conditions = lineOf(page).map(([, , , condition = '']) => condition.slice(0, 5));
    expect(conditions).toEqual(['Ready', 'Ready', 'Ready', 'Waiti', 'Waiti']);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 3, setAside: 3 } });
    expect((await staff.get(addressOf(title))).text).not.toContain('were assigned');
    const { status, text } = await buy();
    expect([status, text]).toEqual([422, expect.stringContaining('has 3 copies by now')]);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 3 } });
  });

  test('gives back what was typed for one collection, beside that of another', async () => {
    title = await library.addTitle({ main: 1, adults: 2 });
    const { html } = await buy({ ...order, collectionId: 'adults', ownedBefore: 2, owned: 'two' });
    expect(html).toMatch(/id="owned-adults"[^>]*value="two"|value="two"[^>]*id="owned-adults"/);
    expect([...html.matchAll(/value="two"|id="kept-form"/g)]).toHaveLength(2);
  });

  test('sets the copies that are of no licence, and leaves what licences give', async () => {
    await library.setLicence(title, 'year', { concurrency: 2 });
    await library.setLicence(title, 'lucky', { concurrency: 1, holdable: false });
    expect((await staff.get(addressOf(title))).text).toContain(
      '3 copies owned, 0 on loan, 3 set aside. Lucky Day copies, for whoever finds them, without holds: 1 owned',
    );
    await buy({ ...order, owned: 2 });
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 4 } });
  });

  test('is refused for what is no number, for a collection that there is not, and the desk sees no form', async () => {
    for (const owned of ['', '-1', '1000001']) expect((await buy({ ...order, owned })).status).toBe(422);
    expect((await buy({ ...order, ownedBefore: 0, collectionId: 'attic' })).status).toBe(404);
    staff = await ConsoleClient.signIn(library, 'dora', ['desk']);
    expect((await staff.get(addressOf(title))).html).not.toContain('/copies"');
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 1 } });
  });
});

test('the desk moves the holds on a title to another', async () => {
  const [old, edition] = [await library.addTitle(0), await library.addTitle(0)];
  await library.fillQueue(old, 2);
  const desk = await ConsoleClient.signIn(library, 'desmond', ['desk']);
  const address = `/console/libraries/${library.websiteId}/titles/${old.reserveId}/holds/move`;
  const move = (to: string | number): Promise<Page> => desk.submit(address, { to });
  const refused = await move('Emma');
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('This must be')]);
  expect(refused.html).toContain(`action="${address}"`);
  const page = await move(edition.crossRefId);
  expect(page.text).toContain('2 holds were moved here, 0 stayed.');
});
