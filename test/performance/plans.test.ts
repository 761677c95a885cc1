import type { Answer } from '../support/client.js';
import { type Reader, TestLibrary, type TestTitle } from '../support/test-library.js';
import { copies, reserveIdOf, title as titleRecord } from '../support/records.js';
import { availabilityPath, crowdInLine } from './crowd.js';
import { statement } from '../../src/platform/database/statement.js';
import { rebuildCounters } from '../../src/doctor/repair.store.js';
import { brokenInvariants } from '../support/invariants.js';
import { overhear } from './overhear.js';
import { type Cost, explain } from './plan.js';

/**
 * No statement of a request looks at more rows than its answer needs, however long the queue: each is explained as it runs,
 * within the request of the service itself, in a queue of 100,000 and in one of 10. Most holds are of one queue here, which
 * leads a planner astray that plans for the very values: the service has PostgreSQL plan without them.
 */

const LONG = 100_000;
const SHORT = 10;
const LOANS = 2;
const FIRST_OTHER_TITLE = 1_000;
/** For any one statement in the long queue. A place is a sum of at most 32 + 32 + (tickets / 4,096) numbers. */
const MAX_PAGE_SIZE = 130;
const MOST_BUFFERS = 120;
/** More than in the short queue: the numbers of a place. */
const MOST_MORE_ROWS = 110;

let library: TestLibrary;
let long: TestTitle;
let short: TestTitle;
let borrowers: Readonly<Record<number, Reader[]>>;

beforeAll(async () => {
  library = await TestLibrary.open();
  [long, short] = [await library.title(LOANS), await library.title(LOANS)];
  // Titles enough that to look through them all is not the shortest way.
  const others = Array.from({ length: 20_000 }, (_, index) => titleRecord(FIRST_OTHER_TITLE + index));
  await library.import(...others, ...others.map((_, index) => copies(FIRST_OTHER_TITLE + index, 0)));
  borrowers = { [LONG]: await lend(long), [SHORT]: await lend(short) };
  const queuedIds = others.slice(0, 10_000).map((_, index) => reserveIdOf(FIRST_OTHER_TITLE + index));
  await crowdInLine(library, [
    { reserveId: long.reserveId, length: LONG },
    ...[short.reserveId, ...queuedIds].map((reserveId) => ({ reserveId, length: SHORT })),
  ]);
});

afterAll(() => library.close());

/** All copies of a title go on loan. */
async function lend(title: TestTitle): Promise<Reader[]> {
  const readers = await library.crowd(LOANS);
  for (const reader of readers) expect((await reader.borrow(title)).status).toBe(201);
  return readers;
}

/** Who comes to a queue, what they do first, and what is then looked at. */
interface Visit {
  /** By default somebody new. */
  readonly who?: (length: number) => Reader | undefined;
  readonly before?: (reader: Reader, title: TestTitle) => Promise<Answer>;
  readonly request: (reader: Reader, title: TestTitle) => Promise<Answer>;
  readonly after?: (reader: Reader, title: TestTitle) => Promise<Answer>;
}

async function costsOf({ who, before, request, after }: Visit, length: number): Promise<Cost[]> {
  const reader = who?.(length) ?? (await library.reader());
  const title = length === LONG ? long : short;
  expect((await before?.(reader, title))?.status ?? 200).toBeLessThan(300);
  const costs: Cost[] = [];
  const stop = overhear(async (statement, client) => {
    if (statement.name !== undefined) costs.push(await explain(client, statement));
  });
  try {
    expect((await request(reader, title)).status).toBeLessThan(300);
  } finally {
    stop();
  }
  await after?.(reader, title);
  return costs;
}

const place = (reader: Reader, title: TestTitle): Promise<Answer> => reader.place(title);
const remove = (reader: Reader, title: TestTitle): Promise<Answer> => reader.remove(title);
const suspend = (reader: Reader, title: TestTitle): Promise<Answer> => reader.suspend(title);

async function placeAndSuspend(reader: Reader, title: TestTitle): Promise<Answer> {
  await reader.place(title);
  return reader.suspend(title);
}

const VISITS: Readonly<Record<string, Visit>> = {
  'the list of holds': { before: place, request: (reader) => reader.list(), after: remove },
  'one hold': { before: place, request: (reader, title) => reader.find(title), after: remove },
  availability: {
    before: place,
    request: async (reader, title) => reader.get(await availabilityPath(reader, title)),
    after: remove,
  },
  'placing a hold': { request: place, after: remove },
  'removing a hold': { before: place, request: remove },
  'suspending a hold': { before: place, request: suspend, after: remove },
  'releasing a hold': {
    before: placeAndSuspend,
    request: (reader, title) => reader.release(title),
    after: remove,
  },
  'returning a loan, which makes the next hold ready': {
    who: (length) => borrowers[length]?.pop(),
    request: (reader, title) => reader.giveBack(title),
  },
};

test.each(Object.entries(VISITS))(
  '%s costs little in a long queue, and hardly more than in a short one',
  async (_, visit) => {
    const inShort = await costsOf(visit, SHORT);
    const inLong = await costsOf(visit, LONG);
    const judged = inLong.map((cost, index) => ({ ...cost, more: cost.rows - (inShort[index]?.rows ?? 0) }));
    expect(judged.map(({ statement }) => statement)).not.toEqual([]);
    expect(judged.filter(({ rows }) => rows > MAX_PAGE_SIZE)).toEqual([]);
    expect(judged.filter(({ buffers }) => buffers > MOST_BUFFERS)).toEqual([]);
    expect(judged.filter(({ more }) => more > MOST_MORE_ROWS)).toEqual([]);
  },
);

/** Statements of a search have no name, since they are planned for each: first the page, then the count. */
async function costOfPage(reader: Reader, path: string): Promise<Cost | undefined> {
  const costs: Cost[] = [];
  const stop = overhear(async (statement, client) => {
    if (statement.name === '') costs.push(await explain(client, statement));
  });
  try {
    expect((await reader.get(path)).status).toBe(200);
  } finally {
    stop();
  }
  expect(costs).toHaveLength(2);
  return costs[0];
}

test.each([
  '',
  'sort=title',
  'sort=author:desc',
  'sort=dateadded:desc',
  'sort=popularity',
  'lastUpdateTime=2020-01-01',
])('a page of a walk through 20,000 titles costs little, and no more when it is deep: %s', async (order) => {
  await library.service.database.run(statement('', 'VACUUM (ANALYZE) title, title_queue, copies'));
  const reader = await library.reader();
  const products = (await availabilityPath(reader, long)).replace(/products.*/, 'products');
  const first = `${products}?limit=15&${order}`;
  const { body } = await reader.get(`${first}&offset=19000`);
  const next = new URL(body.links.next.href as string);
  expect(next.searchParams.get('after')).not.toBeNull();
  for (const path of [first, next.pathname + next.search]) {
    const cost = await costOfPage(reader, path);
    expect(cost?.rows).toBeLessThanOrEqual(MAX_PAGE_SIZE);
    expect(cost?.buffers).toBeLessThanOrEqual(MOST_BUFFERS);
  }
});

test('every place in them is a rank, also where tickets and blocks of them are gone', async () => {
  const { database } = library.service;
  await database.transaction(async (connection) => {
    await connection.run(LEAVE, [long.reserveId]);
    await rebuildCounters(connection);
  });
  const broken = await brokenInvariants(database);
  expect(broken.filter((told) => told.startsWith('the place shown'))).toEqual([]);
});

/** All holds of some tens, hundreds and thousands of neighbouring tickets are gone. */
const LEAVE = statement(
  'test-leave-gaps',
  `DELETE FROM hold WHERE reserve_id = $1 AND collection_id IS NULL
     AND (ticket % 1000 < 70 OR ticket % 20000 < 300 OR ticket BETWEEN 40000 AND 50000)`,
);
