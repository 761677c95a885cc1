import { sampleLibraries } from '../../../src/circulation/library-days.store.js';
import { Database } from '../../../src/platform/database/database.js';
import { type Connection, type Statement, statement } from '../../../src/platform/database/statement.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

/** The figures of each library and day, for many libraries. */

const LIBRARIES = 120;

let stored: TestDatabase;
let database: Database;
/** How often each statement was sent. */
let sent: Record<string, number>;
const counting = {
  run: <Row>(each: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
    sent[each.name] = (sent[each.name] ?? 0) + 1;
    return database.run(each, values);
  },
} as Connection;

const rows = <Row>(text: string): Promise<Row[]> => database.run(statement<Row>('', text));

const TITLE = `md5('title')::uuid`;

beforeAll(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
  for (const text of [
    `INSERT INTO library (website_id, name) SELECT id, 'Library' FROM generate_series(1, ${LIBRARIES}) id`,
    `INSERT INTO collection (website_id, collection_id, name) SELECT website_id, 'main', 'Main' FROM library`,
    `INSERT INTO title (reserve_id, cross_ref_id, title, format_class, formats, subjects, languages)
     VALUES (${TITLE}, 1, 'Title', 'eBook', '{}', '{}', '{en}')`,
    // The last library has nothing.
    `INSERT INTO title_queue (website_id, reserve_id, next_ticket, live_holds)
     SELECT website_id, ${TITLE}, website_id + 1, website_id FROM library WHERE website_id < ${LIBRARIES}`,
    `INSERT INTO copies (website_id, reserve_id, collection_id, owned, on_loan, loans_begun)
     SELECT website_id, reserve_id, 'main', website_id * 2, website_id, website_id * 3 FROM title_queue`,
  ])
    await rows(text);
});
afterAll(async () => {
  await database.close();
  await stored.drop();
});

test('a few statements write the figures of all libraries, each its own', async () => {
  sent = {};
  let sampled = 0;
  for (let some: number; (some = await sampleLibraries(counting)) > 0;) sampled += some;
  expect(sampled).toBe(LIBRARIES);
  expect(sent['library-days-sample']).toBe(3);

  const figures = await rows<{ websiteId: number; figures: number[] }>(
    `SELECT website_id AS "websiteId", ARRAY[placed, live_holds, suspended, ready, longest_queue, copies_owned, copies_on_loan,
       loans_begun]::int[] AS figures FROM library_day ORDER BY website_id`,
  );
  const expected = Array.from({ length: LIBRARIES }, (_, index) => {
    const n = index + 1;
    const own = n === LIBRARIES ? 0 : n;
    return { websiteId: n, figures: [own, own, 0, 0, own, own * 2, own, own * 3] };
  });
  expect(figures).toEqual(expected);
});
