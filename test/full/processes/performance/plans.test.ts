import { rebuildCounters } from '../../../../src/cli/doctor/repair.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { catalogClientOf } from '../../../support/catalog-client.js';
import type { Answer } from '../../../support/client.js';
import { brokenInvariants } from '../../../support/invariants.js';
import { copies, reserveIdOf, title as titleRecord } from '../../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type Cost, explain } from '../../../support/stored/explain.js';
import { fillQueues } from './fill-queues.js';
import { interceptStatements } from '../../../support/stored/intercept-statements.js';

/**
 * No statement of a request reads more rows than its answer needs, however long the queue. These tests explain each statement
 * within its request, in a queue of 100,000 and in one of 10. Most holds are in one queue here, which misleads plans for
 * specific values: so the service lets PostgreSQL use generic plans.
 */

const LONG = 100_000;
const SHORT = 10;
const LOANS = 2;
const FIRST_OTHER_TITLE = 1_000;
/** For each statement in the long queue. A place is a sum of at most 32 + 32 + (tickets / 4,096) numbers. */
const MAX_ROWS = 130;
const MAX_BUFFERS = 120;
/** Compared to the short queue, because a place is a sum of more numbers. */
const MAX_EXTRA_ROWS = 110;

let library: TestLibrary;
let long: TestTitle;
let short: TestTitle;
let borrowers: Readonly<Record<number, TestPatron[]>>;

beforeAll(async () => {
  library = await TestLibrary.alone();
  [long, short] = [await library.addTitle(LOANS), await library.addTitle(LOANS)];
  // Enough titles that a sequential scan is not the fastest.
  const others = Array.from({ length: 20_000 }, (_, index) => titleRecord(FIRST_OTHER_TITLE + index));
  await library.import(...others, ...others.map((_, index) => copies(FIRST_OTHER_TITLE + index, 0)));
  borrowers = { [LONG]: await lendCopies(long), [SHORT]: await lendCopies(short) };
  const queuedIds = others.slice(0, 10_000).map((_, index) => reserveIdOf(FIRST_OTHER_TITLE + index));
  await fillQueues(library, [
    { reserveId: long.reserveId, length: LONG },
    ...[short.reserveId, ...queuedIds].map((reserveId) => ({ reserveId, length: SHORT })),
  ]);
});

afterAll(() => library.close());

/** Lends all copies of a title. @returns the borrowers */
async function lendCopies(title: TestTitle): Promise<TestPatron[]> {
  const patrons = await library.addPatrons(LOANS);
  for (const patron of patrons) expect((await patron.borrow(title)).status).toBe(201);
  return patrons;
}

/** A request to measure. */
interface RequestCase {
  /** By default a new patron. */
  readonly patronFor?: (length: number) => TestPatron | undefined;
  readonly before?: (patron: TestPatron, title: TestTitle) => Promise<Answer>;
  readonly request: (patron: TestPatron, title: TestTitle) => Promise<Answer>;
  readonly after?: (patron: TestPatron, title: TestTitle) => Promise<Answer>;
}

async function costsOf({ patronFor, before, request, after }: RequestCase, length: number): Promise<Cost[]> {
  const patron = patronFor?.(length) ?? (await library.addPatron());
  const title = length === LONG ? long : short;
  expect((await before?.(patron, title))?.status ?? 200).toBeLessThan(300);
  const costs: Cost[] = [];
  const stop = interceptStatements(async (statement, client) => {
    if (statement.name !== undefined) costs.push(await explain(client, statement));
  });
  try {
    expect((await request(patron, title)).status).toBeLessThan(300);
  } finally {
    stop();
  }
  await after?.(patron, title);
  return costs;
}

const place = (patron: TestPatron, title: TestTitle): Promise<Answer> => patron.place(title);
const remove = (patron: TestPatron, title: TestTitle): Promise<Answer> => patron.remove(title);
const suspend = (patron: TestPatron, title: TestTitle): Promise<Answer> => patron.suspend(title);

async function placeAndSuspend(patron: TestPatron, title: TestTitle): Promise<Answer> {
  await patron.place(title);
  return patron.suspend(title);
}

const REQUESTS: Readonly<Record<string, RequestCase>> = {
  'the list of holds': { before: place, request: (patron) => patron.list(), after: remove },
  'one hold': { before: place, request: (patron, title) => patron.find(title), after: remove },
  availability: {
    before: place,
    request: async (patron, title) => (await catalogClientOf(patron)).availability(title),
    after: remove,
  },
  'placing a hold': { request: place, after: remove },
  'removing a hold': { before: place, request: remove },
  'suspending a hold': { before: place, request: suspend, after: remove },
  'releasing a hold': {
    before: placeAndSuspend,
    request: (patron, title) => patron.release(title),
    after: remove,
  },
  'returning a loan, which makes the next hold ready': {
    patronFor: (length) => borrowers[length]?.pop(),
    request: (patron, title) => patron.returnTitle(title),
  },
};

test.each(Object.entries(REQUESTS))(
  '%s costs little in a long queue, and hardly more than in a short one',
  async (_, requestCase) => {
    const inShort = await costsOf(requestCase, SHORT);
    const inLong = await costsOf(requestCase, LONG);
    const costs = inLong.map((cost, index) => ({ ...cost, more: cost.rows - (inShort[index]?.rows ?? 0) }));
    expect(costs.map(({ statement }) => statement)).not.toEqual([]);
    expect(costs.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
    expect(costs.filter(({ buffers }) => buffers > MAX_BUFFERS)).toEqual([]);
    expect(costs.filter(({ more }) => more > MAX_EXTRA_ROWS)).toEqual([]);
  },
);

/** Statements of a search have no name, since they are planned for each: first the page, then the count. */
async function costOfPage(patron: TestPatron, path: string): Promise<Cost | undefined> {
  const costs: Cost[] = [];
  const stop = interceptStatements(async (statement, client) => {
    if (statement.name === '') costs.push(await explain(client, statement));
  });
  try {
    expect((await patron.get(path)).status).toBe(200);
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
])('a page of 20,000 titles costs little, and no more when it is deep: %s', async (order) => {
  await library.service.database.run(statement('', 'VACUUM (ANALYZE) title, title_queue, copies'));
  const patron = await library.addPatron();
  const products = (await catalogClientOf(patron)).products;
  const first = `${products}?limit=15&${order}`;
  const { body } = await patron.get(`${first}&offset=19000`);
  const next = new URL(body.links.next.href as string);
  expect(next.searchParams.get('after')).not.toBeNull();
  for (const path of [first, next.pathname + next.search]) {
    const cost = await costOfPage(patron, path);
    expect(cost?.rows).toBeLessThanOrEqual(MAX_ROWS);
    expect(cost?.buffers).toBeLessThanOrEqual(MAX_BUFFERS);
  }
});

test('every place in them is a rank, also where tickets and blocks of them are gone', async () => {
  const { database } = library.service;
  await database.transaction(async (connection) => {
    await connection.run(LEAVE_GAPS, [long.reserveId]);
    await rebuildCounters(connection);
  });
  const broken = await brokenInvariants(database);
  expect(broken.filter((line) => line.startsWith('the place shown'))).toEqual([]);
});

/** Removes tens, hundreds and thousands of holds with consecutive tickets. */
const LEAVE_GAPS = statement(
  'test-leave-gaps',
  `DELETE FROM hold WHERE reserve_id = $1 AND collection_id IS NULL
     AND (ticket % 1000 < 70 OR ticket % 20000 < 300 OR ticket BETWEEN 40000 AND 50000)`,
);
