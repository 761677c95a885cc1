import { purgeBookmarks } from '../../../src/catalog/harvest/bookmarks.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { advanceClock, MINUTE } from '../../support/clock.js';
import { copies, reserveIdOf, title as titleRecord, type TestRecord } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';
import {
  type CatalogClient,
  clientBrowserOf,
  newCatalogClient,
  type SearchParameters,
} from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';
import { idsIn, range, scattered, readByLinks, readByOffsets, withdrawn } from './reading.js';

/** Whoever reads a whole catalog comes to each title once, whatever is added, withdrawn and held meanwhile. */
const STABLE = range(1, 600);
const DOOMED = range(10_001, 200);
const FIRST_NEW = 20_001;
/** Titles that are added at once, and withdrawn at once. */
const HANDFUL = 20;
/** The pages come to an end, however slow the machine: so much is added to it, and no more. */
const MAX_ROUNDS = DOOMED.length / HANDFUL;

let library: TestLibrary;
let client: CatalogClient<PatronClient>;
let patron: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.alone({ holdLimit: 1_000_000 });
  await library.import(...recordsOf([...STABLE, ...DOOMED]));
  client = await clientBrowserOf(library);
  patron = await newCatalogClient(library);
});
afterAll(() => library.close());

function recordsOf(numbers: readonly number[]): TestRecord[] {
  const reserveId = scattered;
  return [
    ...numbers.map((n) => ({
      ...titleRecord(n, { title: `Title ${n % 700}`, addedDate: n % 3 === 0 ? '2024-01-01' : null }),
      reserveId: reserveId(n),
    })),
    ...numbers.map((n) => ({ ...copies(n, n % 4), reserveId: reserveId(n) })),
  ];
}

const stableIds = STABLE.map(scattered);

/** What goes on in the library while somebody reads it: until it is stopped. */
class Bustle {
  private isOver = false;
  private readonly doomed = [...DOOMED];
  private readonly running: Promise<void>[];
  private rounds = 0;
  private static nextNew = FIRST_NEW;

  constructor() {
    this.running = [this.comeAndGo(), this.hold()];
  }

  async stop(): Promise<number> {
    this.isOver = true;
    await Promise.all(this.running);
    // They are back for who reads next.
    await library.import(...recordsOf(DOOMED));
    return this.rounds;
  }

  private async comeAndGo(): Promise<void> {
    while (!this.isOver && this.rounds < MAX_ROUNDS) {
      const added = range(Bustle.nextNew, HANDFUL);
      Bustle.nextNew += HANDFUL;
      await library.import(...recordsOf(added));
      const gone = this.doomed.splice(0, HANDFUL);
      await library.import(...gone.map((n) => withdrawn({ ...copies(n, 0), reserveId: scattered(n) })));
      this.rounds++;
    }
  }

  private async hold(): Promise<void> {
    const patron = await library.addPatron();
    for (let n = 0; !this.isOver; n = (n + 7) % STABLE.length)
      await mustSucceed(patron.place({ reserveId: scattered(n + 1), crossRefId: n + 1 })).catch(
        () => undefined,
      );
  }
}

type Reading = typeof readByLinks | typeof readByOffsets;

/** In these orders a change of a title does not move it. */
const READINGS: readonly (readonly [string, string, string, Reading])[] = [
  ['a client', 'by links', '', readByLinks],
  ['a patron', 'by offsets', '', readByOffsets],
  ['a client', 'by offsets', 'title', readByOffsets],
  ['a patron', 'by links', 'title', readByLinks],
  ['a client', 'by links', 'dateadded:desc', readByLinks],
  ['a patron', 'by offsets', 'author,title:desc', readByOffsets],
];

test.each(READINGS)(
  '%s that reads %s in the order “%s” comes to each title once while others come and go',
  async (who, _, sort, read) => {
    const bustle = new Bustle();
    const found = await read(who === 'a client' ? client : patron, { sort, limit: 60 });
    expect(await bustle.stop()).toBeGreaterThan(0);
    expect(found.length).toBe(new Set(found).size);
    const seen = new Set(found);
    expect(stableIds.filter((id) => !seen.has(id))).toEqual([]);
  },
);

describe('who counts offsets', () => {
  test('does not stop too early when many titles go that were passed already', async () => {
    const some = range(40_001, 600);
    await library.import(...recordsOf(some));
    const before = (await client.search({ limit: 1 })).body.totalItems as number;
    const gone = some.toSorted((a, b) => (scattered(a) < scattered(b) ? -1 : 1)).slice(0, 200);
    const found = await readByOffsets(client, { limit: 100 }, async (page) => {
      if (page !== 6) return;
      await library.import(...gone.map((n) => withdrawn({ ...copies(n, 0), reserveId: scattered(n) })));
    });
    expect((await client.search({ limit: 1 })).body.totalItems).toBe(before - gone.length);
    const seen = new Set(found);
    expect(found.length).toBe(seen.size);
    const there = [...STABLE, ...some.filter((n) => !gone.includes(n))].map(scattered);
    expect(there.filter((id) => !seen.has(id))).toEqual([]);
  });

  test('gets the same page when it is asked for again, with what was added in it', async () => {
    const before = idsIn(await client.search({ limit: 300, language: '' }));
    const page = idsIn(await client.search({ limit: 300, offset: 300 }));
    const added = range(50_001, 200);
    await library.import(...recordsOf(added));
    const again = await client.search({ limit: 300, offset: 300 });
    const known = idsIn(again).filter((id) => !added.map(scattered).includes(id));
    expect(known.length).toBeGreaterThan(100);
    expect(known).toEqual(page.slice(0, known.length));
    expect(known.filter((id) => before.includes(id))).toEqual([]);
    // Another client has not begun: there the page is what stands there now.
    const other = await newCatalogClient(library);
    const there = await other.search({ limit: 300, offset: 300 });
    expect(idsIn(there)).not.toEqual(idsIn(again));
    const whole = await readByLinks(client, { limit: 300 });
    expect(idsIn(there)).toEqual(whole.slice(300, 600));
  });

  const spread = (numbers: readonly number[], name: string, language = 'xx'): Promise<void> =>
    library.import(
      ...numbers.map((n) => titleRecord(n, { title: `${name} ${n}`, languages: [language] })),
      ...numbers.map((n) => copies(n, 1)),
    );

  test('comes to no title again beyond the end, however many are added in front', async () => {
    const order = { sort: 'title', language: 'xx' };
    await spread(range(70_001, 5), 'Z');
    const found: string[] = [];
    for (const offset of [0, 3, 6, 9, 12]) {
      found.push(...idsIn(await client.search({ ...order, offset, limit: 3 })));
      await spread(range(70_100 + offset, 3), 'A');
    }
    expect(found).toEqual(range(70_001, 5).map(reserveIdOf));
  });

  test('begins anew with the first page, and may then ask for the last one first', async () => {
    const order = { sort: 'title', language: 'yy', limit: 2 };
    await spread(range(71_001, 6), 'Z', 'yy');
    expect(await readByOffsets(client, order)).toHaveLength(6);
    await spread([71_100], 'A', 'yy');
    const found = idsIn(await client.search(order));
    for (const offset of [6, 4, 2]) found.push(...idsIn(await client.search({ ...order, offset })));
    expect(found.toSorted()).toEqual([...range(71_001, 6), 71_100].map(reserveIdOf).toSorted());
  });

  test('may change the number of titles on a page, and take the number it got for it', async () => {
    const [first, second] = [
      await client.search({ limit: 7 }),
      await client.search({ offset: 7, limit: 11 }),
    ];
    const third = await client.search({ offset: 18, limit: 2 });
    const whole = idsIn(await client.search({ limit: 20 }));
    expect([first, second, third].flatMap(idsIn)).toEqual(whole);
  });

  test('is remembered for an hour, and not by name', async () => {
    const { database } = library.service;
    const rows = (): Promise<{ walk_hash: Buffer; cursor: string }[]> =>
      database.run(statement('', 'SELECT walk_hash, cursor FROM catalog_bookmark'));
    await client.search({ limit: 40 });
    const kept = await rows();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ walk_hash: hash }) => hash.length === 32)).toBe(true);
    expect(await purgeBookmarks(database)).toBe(0);
    await advanceClock(library.service, 61 * MINUTE);
    await client.search({ limit: 40 });
    while ((await purgeBookmarks(database)) > 0);
    const [left, ...others] = await rows();
    expect(others).toEqual([]);
    const next = await client.search({ limit: 40 });
    expect(next.body.links.next.href).toContain(left?.cursor);
  });
});

describe('totalItems', () => {
  test('is the number of titles at that moment, also of those that a filter lets through', async () => {
    const total = async (parameters: SearchParameters): Promise<number> =>
      (await client.search({ limit: 1, ...parameters })).body.totalItems as number;
    const before = [await total({}), await total({ formats: 'rare' }), await total({ availability: 'true' })];
    const rare = range(60_001, 3);
    await library.import(
      ...rare.map((n) => titleRecord(n, { formats: ['rare'] })),
      copies(60_001, 1),
      copies(60_002, 0),
      copies(60_003, 1, 'elsewhere'),
    );
    const after = [await total({}), await total({ formats: 'rare' }), await total({ availability: 'true' })];
    expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([2, 2, 1]);
    for (const sort of ['title', 'dateadded', 'popularity:desc', 'author,rating'])
      expect(await total({ sort })).toBe(after[0]);
    await library.import(withdrawn(copies(60_002, 0)));
    expect([await total({}), await total({ formats: 'rare' })]).toEqual([(after[0] ?? 0) - 1, 1]);
  });

  test('is what a client comes to, whatever collections there are', async () => {
    await library.import(
      ...STABLE.slice(0, 300).map((n) => ({ ...copies(n, 1, 'adults'), reserveId: scattered(n) })),
    );
    const child = await newCatalogClient(library, { category: 'child' });
    for (const client of [patron, child]) {
      const found = await readByLinks(client, { limit: 300 });
      expect((await client.search()).body.totalItems).toBe(found.length);
      expect(new Set(found).size).toBe(found.length);
    }
  });
});

describe('the links of a page', () => {
  const follow = async (href: string): Promise<string[]> => idsIn(await client.patron.get(pathOf(href)));

  test('lead forward, back, to both ends and to itself', async () => {
    const whole = await readByLinks(client, { limit: 300 });
    const first = await client.search({ limit: 100 });
    const second = await client.patron.get(pathOf(first.body.links.next.href as string));
    expect(idsIn(second)).toEqual(whole.slice(100, 200));
    const { self, first: begin, prev, next, last } = second.body.links as Record<string, { href: string }>;
    expect(await follow(self?.href ?? '')).toEqual(whole.slice(100, 200));
    for (const back of [begin, prev]) expect(await follow(back?.href ?? '')).toEqual(whole.slice(0, 100));
    expect(await follow(next?.href ?? '')).toEqual(whole.slice(200, 300));
    const lastPage = await follow(last?.href ?? '');
    expect(lastPage).toEqual(whole.slice(-lastPage.length));
    expect(second.body).toMatchObject({ offset: 100, limit: 100, totalItems: whole.length });
  });

  test('end with the last title', async () => {
    const total = (await client.search({ limit: 1 })).body.totalItems as number;
    const last = await client.search({ limit: 300, offset: total - 1 });
    expect(idsIn(last)).toHaveLength(1);
    expect(last.body.links).not.toHaveProperty('next');
    expect(idsIn(await client.search({ offset: total }))).toEqual([]);
    expect(idsIn(await client.search({ offset: 1_000_000_000 }))).toEqual([]);
  });
});
