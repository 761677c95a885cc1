import { purgeWithdrawnTitles } from '../../../src/catalog/harvest/withdrawn-titles.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { copies, hold, reserveIdOf, title as titleRecord } from '../../support/records.js';
import { CATALOG_URL, pathOf } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import {
  type CatalogClient,
  clientBrowserOf,
  newCatalogClient,
  type SearchParameters,
} from '../../support/catalog-client.js';
import { idsIn, productsIn, range, shelf, readByLinks, readByOffsets, withdrawn } from './reading.js';

/** What has changed since a time. */
let library: TestLibrary;
let client: CatalogClient<PatronClient>;
beforeAll(async () => {
  library = await TestLibrary.alone({ holdLimit: 1_000 });
  client = await clientBrowserOf(library);
});
afterAll(() => library.close());

/** A moment before which nothing of this test happened, as clients write it. */
async function moment(): Promise<string> {
  await advanceClock(library.service, HOUR);
  return (await serviceTime(library.service)).toISOString();
}

function changes(lastUpdateTime: string, more: SearchParameters = {}): Promise<string[]> {
  return client.search({ lastUpdateTime, limit: 300, ...more }).then(idsIn);
}

function titleChanges(lastTitleUpdateTime: string): Promise<string[]> {
  return client.search({ lastTitleUpdateTime, limit: 300 }).then(idsIn);
}

/** Sets both times of the last update of a title to so many seconds before the service's time. */
const SET_UPDATED_AT = statement(
  'test-set-updated-at',
  `UPDATE title_queue SET changed_at = updated.at, title_changed_at = updated.at
   FROM (SELECT service_now() - make_interval(secs => $2) AS at) updated WHERE reserve_id = $1`,
);

describe('is listed', () => {
  test('by either parameter: a new title, another record, other copies', async () => {
    const [renamed, bought] = [await library.addTitle(1), await library.addTitle(1)];
    const since = await moment();
    expect([await changes(since), await titleChanges(since)]).toEqual([[], []]);
    const added = await library.addTitle(1);
    await library.import(titleRecord(renamed.crossRefId, { title: 'Another name' }));
    await library.setCopiesOwned(bought, 0);
    const expected = [added, renamed, bought].map(({ reserveId }) => reserveId);
    expect(await changes(since)).toEqual(expected);
    expect(await titleChanges(since)).toEqual(expected);
    expect(productsIn(await client.search({ lastUpdateTime: since }))).toMatchObject([
      { isOwnedByCollections: true },
      { title: 'Another name' },
      { isOwnedByCollections: false },
    ]);
  });

  test('by lastUpdateTime alone: holds, loans and what becomes of them', async () => {
    const [held, lent, returned, dropped, imported] = [
      await library.addTitle(0),
      await library.addTitle(1),
      await library.addTitle(1),
      await library.addTitle(0),
      await library.addTitle(0),
    ];
    const patron = await library.addPatron();
    await mustSucceed(patron.borrow(returned));
    await mustSucceed(patron.place(dropped));
    const since = await moment();
    await mustSucceed(patron.place(held));
    await mustSucceed(patron.borrow(lent));
    await mustSucceed(patron.returnTitle(returned));
    await mustSucceed(patron.remove(dropped));
    await library.import(hold((await library.addPatron()).patronId, imported.crossRefId));
    expect(await changes(since)).toEqual(
      [held, lent, returned, dropped, imported].map(({ reserveId }) => reserveId),
    );
    expect(await titleChanges(since)).toEqual([]);
  });

  test('not what a record says again, nor what another library changes', async () => {
    const title = await library.addTitle(1);
    const since = await moment();
    await library.import(titleRecord(title.crossRefId), copies(title.crossRefId, 1));
    expect(await changes(since)).toEqual([]);
  });

  test('what changed again within a minute, when it is asked for since a time between', async () => {
    const title = await library.addTitle(0);
    await moment();
    const [first, second] = await library.addPatrons(2);
    await mustSucceed(first.place(title));
    await advanceClock(library.service, 30);
    const between = (await serviceTime(library.service)).toISOString();
    await mustSucceed(second.place(title));
    // The time is that of the first hold still, and yet the second is not lost.
    expect(await changes(between)).toEqual([title.reserveId]);
    await advanceClock(library.service, 3 * MINUTE);
    expect(await changes((await serviceTime(library.service)).toISOString())).toEqual([]);
  });

  test('what was under way when it was asked, once it is done', async () => {
    const title = await library.addTitle(1);
    await moment();
    const { database } = library.service;
    let since = '';
    await database.transaction(async (connection) => {
      await connection.run(SET_UPDATED_AT, [title.reserveId, 0]);
      await advanceClock(library.service, 5);
      since = (await serviceTime(library.service)).toISOString();
      expect(await changes(since)).toEqual([]);
    });
    expect(await changes(since)).toEqual([title.reserveId]);
    expect(await titleChanges(since)).toEqual([title.reserveId]);
  });
});

test('what changed up to a minute before is listed too, and up to two minutes where holds count', async () => {
  const title = await library.addTitle(1);
  await moment();
  const listed = async (secondsAgo: number): Promise<boolean[]> => {
    await library.service.database.run(SET_UPDATED_AT, [title.reserveId, secondsAgo]);
    const now = (await serviceTime(library.service)).toISOString();
    return [(await changes(now)).length > 0, (await titleChanges(now)).length > 0];
  };
  expect(await listed(40)).toEqual([true, true]);
  expect(await listed(90)).toEqual([true, false]);
  expect(await listed(140)).toEqual([false, false]);
});

describe('a withdrawn title', () => {
  test('is listed as one that the collections do not own, with all that strict readers need', async () => {
    const title = await library.addTitle(1, {
      title: 'The Withdrawn',
      formatClass: 'Audiobook',
      formats: ['audiobook-mp3'],
    });
    const since = await moment();
    await library.import(withdrawn(copies(title.crossRefId, 0)));
    for (const name of ['lastUpdateTime', 'lastTitleUpdateTime']) {
      const { body } = await client.search({ [name]: since });
      const v1 = `${CATALOG_URL}${client.products}/${title.reserveId}`;
      const CATALOG = 'application/vnd.holdfast.api+json';
      expect(body.totalItems).toBe(1);
      expect(body.products).toEqual([
        {
          id: title.reserveId,
          crossRefId: title.crossRefId,
          isOwnedByCollections: false,
          mediaType: 'Audiobook',
          formatClass: 'Audiobook',
          title: 'The Withdrawn',
          sortTitle: 'The Withdrawn',
          popularity: 0,
          dateAdded: expect.stringMatching(/Z$/),
          images: {},
          formats: [],
          contentDetails: [expect.objectContaining({ type: 'text/html' })],
          links: {
            self: { href: v1, type: CATALOG },
            metadata: { href: `${v1}/metadata`, type: CATALOG },
            availability: { href: `${v1}/availability`, type: CATALOG },
            availabilityV2: { href: `${v1.replace('/v1/', '/v2/')}/availability`, type: CATALOG },
          },
          actions: {},
        },
      ]);
    }
    expectRefusal(await client.metadata(title), 'NotFound');
    expect((await client.search({ crossRefId: title.crossRefId })).body.totalItems).toBe(0);
  });

  test('is listed also when its record is deleted', async () => {
    const title = await library.addTitle({ main: 1, adults: 1 }, { title: 'Burnt' });
    const since = await moment();
    await library.import({ record: 'title', ...title, delete: true });
    expect(productsIn(await client.search({ lastUpdateTime: since }))).toMatchObject([
      { id: title.reserveId, title: 'Burnt', isOwnedByCollections: false },
    ]);
  });

  test('is none while another of the collections has it, and none any more when it comes back', async () => {
    const title = await library.addTitle({ main: 1, adults: 1 });
    const [adult, child] = [
      await newCatalogClient(library),
      await newCatalogClient(library, { category: 'child' }),
    ];
    const since = await moment();
    const ownedBy = async (client: CatalogClient<PatronClient>): Promise<boolean[]> =>
      productsIn(await client.search({ lastUpdateTime: since })).map((each) => each.isOwnedByCollections);
    await library.import(withdrawn(copies(title.crossRefId, 0, 'main')));
    expect(await ownedBy(client)).toEqual([true]);
    expect(await ownedBy(adult)).toEqual([true]);
    expect(await ownedBy(child)).toEqual([false]);
    await library.import(withdrawn(copies(title.crossRefId, 0, 'adults')));
    expect([await ownedBy(client), await ownedBy(adult), await ownedBy(child)]).toEqual([
      [false],
      [false],
      [false],
    ]);
    await library.setCopiesOwned(title, 2);
    expect([await ownedBy(client), await ownedBy(adult), await ownedBy(child)]).toEqual([
      [true],
      [true],
      [true],
    ]);
  });

  test('is listed whatever filter there is that cannot be asked any more', async () => {
    const title = await library.addTitle(1, { languages: ['en'] });
    const since = await moment();
    await library.import(withdrawn(copies(title.crossRefId, 0)));
    for (const filter of [
      { language: 'fr' },
      { availability: 'true' },
      { mediaTypes: 'ebook' },
      { crossRefId: title.crossRefId },
    ])
      expect(await changes(since, filter)).toEqual([title.reserveId]);
    for (const filter of [{ mediaTypes: 'Video' }, { crossRefId: title.crossRefId + 1 }])
      expect(await changes(since, filter)).toEqual([]);
  });

  test('is forgotten after 400 days', async () => {
    const title = await library.addTitle(1);
    const since = await moment();
    await library.import(withdrawn(copies(title.crossRefId, 0)));
    const { database } = library.service;
    await advanceClock(library.service, 399 * DAY);
    while ((await purgeWithdrawnTitles(database)) > 0);
    expect(await changes(since)).toContain(title.reserveId);
    await advanceClock(library.service, 2 * DAY);
    expect(await purgeWithdrawnTitles(database)).toBeGreaterThan(0);
    while ((await purgeWithdrawnTitles(database)) > 0);
    expect(await changes(since)).not.toContain(title.reserveId);
  });
});

describe('a client that reads changes', () => {
  /** Titles that have changed one after another, in this order, and a moment before. */
  async function changedFromLast(numbers: readonly number[]): Promise<{ ids: string[]; since: string }> {
    await library.import(...shelf(numbers));
    const since = await moment();
    for (const n of numbers.toReversed()) {
      await library.setCopiesOwned({ crossRefId: n, reserveId: reserveIdOf(n) }, 2);
      if (n % 20 === 0) await advanceClock(library.service, MINUTE);
    }
    return { ids: numbers.toReversed().map(reserveIdOf), since };
  }

  test('goes in the order of the changes, whatever order is asked for', async () => {
    const { ids, since } = await changedFromLast(range(5_001, 160));
    expect(await readByLinks(client, { lastUpdateTime: since, limit: 30 })).toEqual(ids);
    expect(await readByOffsets(client, { lastUpdateTime: since, limit: 30 })).toEqual(ids);
    const sorted = { lastTitleUpdateTime: since, sort: 'popularity:desc,title', limit: 30 };
    expect(await readByLinks(client, sorted)).toEqual(ids);
  });

  test('comes to all of them while they change again, and to what changes meanwhile at the end', async () => {
    const [patron, since] = [await library.addPatron(), await moment()];
    const numbers = range(6_001, 200);
    const again = numbers.filter((n) => n % 5 === 0);
    for (let last = numbers.length; last > 0; last -= 20) {
      await library.import(...shelf(numbers.slice(last - 20, last)));
      await advanceClock(library.service, MINUTE);
    }
    for (const read of [readByLinks, readByOffsets]) {
      await advanceClock(library.service, 2 * MINUTE);
      let turn = 0;
      const found = await read(client, { lastUpdateTime: since, limit: 25 }, async (page) => {
        if (page > 6) return;
        for (const n of again.slice(turn, turn + 5)) {
          const title = { crossRefId: n, reserveId: reserveIdOf(n) };
          await (read === readByLinks ? mustSucceed(patron.place(title)) : mustSucceed(patron.remove(title)));
        }
        turn += 5;
      });
      expect(new Set(found)).toEqual(new Set(numbers.map(reserveIdOf)));
      // Only what changed again may come twice.
      const twice = found.filter((id, index) => found.indexOf(id) !== index);
      expect(twice.length).toBeGreaterThan(0);
      expect(again.map(reserveIdOf)).toEqual(expect.arrayContaining(twice));
    }
  });

  test('is resumed later where it stopped, and goes on to what happened since', async () => {
    const { ids, since } = await changedFromLast(range(7_001, 40));
    const first = await client.search({ lastTitleUpdateTime: since, limit: 30 });
    const next = pathOf(first.body.links.next.href as string);
    await advanceClock(library.service, 5 * HOUR);
    const late = await library.addTitle(1);
    const rest = await client.patron.get(next);
    expectOk(rest);
    expect(idsIn(rest)).toEqual([...ids.slice(30), late.reserveId]);
  });

  test('can be of those alone that meet other filters, or words', async () => {
    const since = await moment();
    await library.addTitle(1);
    const title = await library.addTitle(1, { title: 'Zebrafinch', languages: ['nl'] });
    expect(await changes(since, { language: 'nl' })).toEqual([title.reserveId]);
    expect(await changes(since, { q: 'zebraf' })).toEqual([title.reserveId]);
    expect(await changes(since, { q: '…' })).toEqual([]);
    const both = await client.search({
      lastUpdateTime: since,
      lastTitleUpdateTime: '2990-01-01',
      limit: 300,
    });
    expect(idsIn(both)).toEqual([]);
  });
});
