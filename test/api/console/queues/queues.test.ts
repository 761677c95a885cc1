import { queueAddress } from '../../../../src/console/addresses.js';
import { useOperatorLibrary } from '../../../support/operator/operator-library.js';
import { mustSucceed } from '../../../support/client.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { copies, hold, patron, title as titleRecord, WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { ConsoleClient, type Page } from '../../../support/console/console-client.js';
import { linkTo, rowsOf } from '../page-parts.js';

let library: TestLibrary;
let staff: ConsoleClient;

async function signIn(): Promise<void> {
  staff = await ConsoleClient.signIn(library.service, 'cora', ['collections']);
}

/** For tests that change it. */
function useLibraryOfOneTest(): void {
  useOperatorLibrary((opened) => ({ library } = opened));
  beforeEach(signIn);
}

const QUEUES = `/console/libraries/${WEBSITE_ID}/queues`;
const addressOf = ({ reserveId }: TestTitle): string => queueAddress(library.websiteId, reserveId);

const titlesOf = (page: Page): string[] =>
  rowsOf(page).map(([title = '']) => title.replace(/ (?:E-b|Audiob)ook.*/, ''));

describe('the list', () => {
  let few: TestTitle;
  let unowned: TestTitle;
  let popular: TestTitle;
  // One library for these tests, which only read.
  beforeAll(async () => {
    library = await TestLibrary.open();
    await recordOvertaking(library.service.database);
    await signIn();
    [few, unowned, popular] = [
      await library.addTitle(1, {
        title: 'A 100% quiet book',
        formatClass: 'Audiobook',
        creators: ['Ann', 'Bo', 'Cy'].map((name) => ({ role: 'Author', name })),
      }),
      await library.addTitle(0, { title: 'Zebras <b>in town</b>' }),
      await library.addTitle({ main: 1, adults: 1 }, { title: 'Much wanted' }),
    ];
    await library.fillQueue(few, 1);
    await library.fillQueue(unowned, 2);
    const [, , third] = await library.fillQueue(popular, 6);
    await mustSucceed(third.suspend(popular));
  });
  afterAll(async () => {
    const broken = await brokenInvariants(library.service.database);
    await library.close();
    expect(broken).toEqual([]);
  });

  test('has the longest queue first, with suspended and ready holds apart', async () => {
    expect(rowsOf(await staff.get(`${QUEUES}?targetRatio=1`))).toEqual([
      ['Much wanted E-book, by Author 3', '6', '3', '1', '2', '1.5', 'not known yet', '0', '1 for adult'],
      [
        'Zebras &lt;b>in town&lt;/b> E-book, by Author 2',
        '2',
        '2',
        '0',
        '0',
        'no copy',
        'not known yet',
        '0',
        '2 for adult',
      ],
      [
        'A 100% quiet book Audiobook, by Ann, Bo and others',
        '1',
        '0',
        '0',
        '1',
        '0',
        'not known yet',
        '0',
        'none',
      ],
    ]);
  });

  test('counts its titles and holds, and is a file of all pages', async () => {
    const page = await staff.get(`${QUEUES}?title=t&targetRatio=1`);
    expect(page.text).toContain('Titles 3 Holds 9');
    expect((await staff.get(`${QUEUES}?title=wanted`)).text).toContain('Titles 1 Holds 6');
    const response = await staff.send(linkTo(page, 'Save these queues as a CSV file'));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename=queues-${library.websiteId}.csv`,
    );
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(head).toBe(
      'Title,Format,Creators,Holds,Active holds,Suspended holds,Ready holds,Active holds per copy,Copies idle,Copies to buy,Likely wait (days),Wait at most (days),reserveId',
    );
    expect(lines).toEqual([
      `Much wanted,E-book,Author 3,6,3,1,2,1.5,0,1,,,${popular.reserveId}`,
      `Zebras <b>in town</b>,E-book,Author 2,2,2,0,0,,0,2,,,${unowned.reserveId}`,
      `A 100% quiet book,Audiobook,Ann; Bo; Cy,1,0,0,1,0,0,0,,,${few.reserveId}`,
    ]);
  });

  test('is sorted by a heading, and says by which', async () => {
    const byTitle = await staff.get(linkTo(await staff.get(QUEUES), 'Title'));
    expect(titlesOf(byTitle)).toEqual(['A 100% quiet book', 'Much wanted', 'Zebras &lt;b>in town&lt;/b>']);
    expect(byTitle.html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="ascending"']);
    const byRatio = await staff.get(linkTo(byTitle, 'Active per copy'));
    expect(titlesOf(byRatio)).toEqual(['Zebras &lt;b>in town&lt;/b>', 'Much wanted', 'A 100% quiet book']);
  });

  test('is filtered by any part of the title, taken as it is', async () => {
    const titled = async (title: string): Promise<string[]> =>
      titlesOf(await staff.get(`${QUEUES}?${new URLSearchParams({ title }).toString()}`));
    expect(await titled('WANTED')).toEqual(['Much wanted']);
    expect(await titled('0%')).toEqual(['A 100% quiet book']);
    expect(await titled('%')).toEqual(['A 100% quiet book']);
    expect(await titled('_')).toEqual([]);
    expect(await titled('\\')).toEqual([]);
  });

  test('refuses a goal that is none, on a page', async () => {
    const { status, text } = await staff.get(`${QUEUES}?targetRatio=0`);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('targetRatio must be a whole number from 1'),
    ]);
  });
});

describe('the list of another library', () => {
  useLibraryOfOneTest();

  test('without holds says so', async () => {
    expect((await staff.get(QUEUES)).text).toContain('This library has no holds.');
  });

  test('has each queue once on its pages, in every order', async () => {
    const numbers = Array.from({ length: 53 }, (_, index) => index + 1);
    await library.import(
      ...[1, 2].map((patronId) => patron(patronId, { holdLimit: 100 })),
      ...numbers.flatMap((number) => [titleRecord(number), copies(number, number % 3)]),
      // Many are alike in length, so that the order needs a second key.
      ...numbers.flatMap((number) => [1, 2].slice(number % 2).map((patronId) => hold(patronId, number))),
    );
    for (const sort of ['holds', 'ratio', 'title', 'wait']) {
      const first = await staff.get(`${QUEUES}?sort=${sort}`);
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
});

describe('one queue', () => {
  useLibraryOfOneTest();

  test('is a line of people of whom only the category is shown', async () => {
    const title = await library.addTitle(1);
    const [ready, waiting, resting] = await library.fillQueue(title, 3);
    await mustSucceed((await library.addPatron({ category: 'child' })).place(title));
    await mustSucceed(resting.suspend(title, { suspensionType: 'limited', numberOfDays: 10 }));
    const page = await staff.get(addressOf(title));
    expect(rowsOf(page, 'In the order')).toEqual([
      [
        '1',
        'adult',
        expect.any(String),
        expect.stringMatching(/^Ready until \d+ \w+ \d{4}, \d\d:\d\d$/),
        'on its way',
      ],
      ['2', 'adult', expect.any(String), 'Waiting', '—'],
      ['3', 'adult', expect.any(String), expect.stringMatching(/^Suspended until /), '—'],
      ['4', 'child', expect.any(String), 'Waiting', '—'],
    ]);
    for (const { emailAddress, patronId } of [ready, waiting, resting]) {
      expect(page.html).not.toContain(emailAddress);
      expect(page.html).not.toContain(`patrons/${patronId}`);
    }
    expect(page.text).toContain(`E-book, by Author ${title.crossRefId}`);
  });

  test('has the number of holds per copy that the library has set, unless the page is asked for another', async () => {
    const title = await library.addTitle(1);
    await library.fillQueue(title, 4);
    const goal = { collections: { holdsPerCopy: 2 } };
    await library.import({ record: 'settings', websiteId: library.websiteId, ...goal });
    const field = /<input type="number" name="targetRatio" value="(\d+)"/;
    const goalAt = async (path: string): Promise<unknown> => field.exec((await staff.get(path)).html)?.[1];
    const toBuy = `/console/libraries/${library.websiteId}/to-buy`;
    expect([await goalAt(QUEUES), await goalAt(toBuy)]).toEqual(['2', '2']);
    expect([await goalAt(`${QUEUES}?targetRatio=5`), await goalAt(`${toBuy}?targetRatio=5`)]).toEqual([
      '5',
      '5',
    ]);
    expect((await staff.get(addressOf(title))).text).toContain(
      'For at most 2 active holds per copy, buy 1 more copy in main',
    );
    expect((await staff.get(toBuy)).text).toContain('Titles 1 Copies, estimated 1');
  });

  test('of another title, or of no title, is not found', async () => {
    for (const id of ['1', 'x', '53be238e-d4d2-5efd-8241-c596634d055e'])
      expect((await staff.get(`${QUEUES}/${id}`)).status).toBe(404);
  });
});

describe('buying', () => {
  useLibraryOfOneTest();

  const order = (
    owned: number,
    ownedBefore: number,
    collectionId = 'main',
  ): Record<string, string | number> => ({
    collectionId,
    ownedBefore,
    owned,
  });
  let title: TestTitle;
  beforeEach(async () => {
    title = await library.addTitle(1);
    await library.fillQueue(title, 5);
  });
  const buy = (fields: Record<string, string | number>): Promise<Page> =>
    staff.submit(`${addressOf(title)}/copies`, fields);

  test('hands the copies on at once, and says so once', async () => {
    const page = await buy(order(3, 1));
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('main now has 3 copies. 2 copies were handed on.'),
    ]);
    expect(rowsOf(page, 'In the order').map(([, , , condition = '']) => condition.slice(0, 5))).toEqual([
      'Ready',
      'Ready',
      'Ready',
      'Waiti',
      'Waiti',
    ]);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 3, setAside: 3 } });
    expect((await staff.get(addressOf(title))).text).not.toContain('handed on');
  });

  test('a form that is sent again buys nothing', async () => {
    await buy(order(3, 1));
    const { status, text } = await buy(order(3, 1));
    expect([status, text]).toEqual([400, expect.stringContaining('has 3 copies by now')]);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 3 } });
  });

  test('is refused for what is no number, and for a collection that there is not', async () => {
    for (const owned of ['', 'two', '-1', '1000001'])
      expect((await buy({ ...order(0, 1), owned })).status).toBe(400);
    expect((await buy(order(3, 0, 'attic'))).status).toBe(404);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 1 } });
  });

  test('is not for the desk, which sees no form either', async () => {
    const desk = await ConsoleClient.signIn(library.service, 'dora', ['desk']);
    expect((await desk.get(addressOf(title))).html).not.toContain('/copies"');
    expect((await desk.submit(`${addressOf(title)}/copies`, order(3, 1))).status).toBe(403);
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 1 } });
  });
});
