import { findWhatGoes, removeWithAll, TABLES } from '../../../src/cli/library-removal.store.js';
import {
  copies,
  emptyLibrary,
  hold,
  patron,
  smallLibrary,
  title,
  type TestRecord,
} from '../../support/records.js';
import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';

const OTHER = 38;

let data: ImportUnderTest;
beforeEach(async () => {
  data = await openImport();
});
afterEach(() => data.close());

const ofOther = (record: TestRecord): TestRecord => ({ ...record, websiteId: OTHER });
const client = (clientId: string, ...websiteIds: number[]): TestRecord => ({
  ...{ record: 'client', clientId, secret: 'a secret of sixteen', websiteIds },
});

/** The names of the tables in which a library has rows. */
async function tablesOf(websiteId: number): Promise<string[]> {
  const tables = Object.entries(await data.dump());
  return tables.flatMap(([name, rows]) =>
    rows.some((row) => (row as { website_id?: unknown }).website_id === websiteId) ? [name] : [],
  );
}

test('a library goes with all that is its own, and nothing of another changes', async () => {
  const { reasons } = await data.import(
    ...smallLibrary(2, [1]),
    hold(1),
    ...emptyLibrary(OTHER),
    ...[copies(1, 2), patron(11), patron(12, { cardNumber: '12', pin: '1234' })].map(ofOther),
    ...[hold(11), hold(12)].map(ofOther),
    title(2),
    ...[copies(2, 0), hold(11, 2)].map(ofOther),
    { record: 'settings', websiteId: OTHER, mail: { replyTo: 'desk@northside.example' } },
    ...[client('of-both', 37, OTHER), client('of-one', OTHER)],
  );
  expect(reasons).toEqual([]);
  const before = await tablesOf(37);
  expect(await tablesOf(OTHER)).toEqual(expect.arrayContaining(['hold', 'library', 'patron', 'title_queue']));
  expect(await findWhatGoes(data.database, OTHER)).toEqual({
    ...{ patrons: 2, holds: 3, loans: 0, copies: 2, clients: ['of-one'] },
  });

  await removeWithAll(data.database, OTHER);
  expect(await tablesOf(OTHER)).toEqual([]);
  expect(await tablesOf(37)).toEqual(before);
  expect(await data.rows('SELECT client_id, website_ids FROM client')).toEqual([
    { client_id: 'of-both', website_ids: [37] },
  ]);
});

/** Of another table, rows would stay: a new one belongs into the list of the removal, or goes with what it refers to. */
test('every table with rows of libraries is emptied, or its rows go with others', async () => {
  const left = await data.rows<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     WHERE c.table_schema = 'public' AND c.column_name = 'website_id'
       AND NOT EXISTS (
         SELECT FROM pg_constraint k
         WHERE k.contype = 'f' AND k.confdeltype = 'c' AND k.conrelid = ('public.' || quote_ident(c.table_name))::regclass)
     ORDER BY 1`,
  );
  expect(left.map(({ name }) => name).filter((name) => !TABLES.includes(name))).toEqual([]);
});
