import { statement } from '../../src/platform/database/statement.js';
import { expectNoContent, expectRefusal } from '../support/answers.js';
import { type Held, holdPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const COPIES = statement(
  'test-copies-set-aside',
  'SELECT sum(set_aside)::int AS "setAside" FROM copies WHERE reserve_id = $1',
);
const COUNTERS = statement(
  'test-counters-of-a-queue',
  `SELECT (SELECT count(*) FROM hold WHERE reserve_id = $1)::int AS holds,
     (SELECT count(*) FROM queue_block WHERE reserve_id = $1)::int AS blocks,
     (SELECT live_holds FROM title_queue WHERE reserve_id = $1) AS "liveHolds"`,
);
const TABLES = statement(
  'test-tables',
  `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
   WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
);

/** Every row of every table that names both the title and the patron, by number or by address. */
async function rowsThatTie({ reader, title }: Held): Promise<string[]> {
  const { database } = library.service;
  const tables = await database.run<{ name: string }>(TABLES);
  const patron = new RegExp(`"(?:patron_?id|patronId)": ${reader.patronId}\\b|${reader.emailAddress}`);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      database.run<{ text: string }>(
        statement(`test-rows-${name}`, `SELECT to_jsonb(t)::text AS text FROM ${name} t`),
      ),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .filter((text) => text.includes(title.reserveId) && patron.test(text));
}

test.each(['waiting', 'suspended', 'ready'] as const)('a %s hold is removed entirely', async (condition) => {
  const { reader, title } = await library[condition]();
  expectNoContent(await reader.remove(title));
  expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
  expect((await reader.list()).body).toMatchObject({ totalItems: 0, holds: [] });
  expect(await library.service.database.run(COUNTERS, [title.reserveId])).toEqual([
    { holds: 0, blocks: 0, liveHolds: 0 },
  ]);
});

test.each(['waiting', 'suspended', 'ready'] as const)(
  'a %s hold that ends leaves no row that ties the patron to the title',
  async (condition) => {
    const held = await library[condition]();
    expect(await rowsThatTie(held)).not.toEqual([]);
    await held.reader.remove(held.title);
    expect(await rowsThatTie(held)).toEqual([]);
  },
);

test('a hold is removed once', async () => {
  const { reader, title } = await library.waiting();
  expectNoContent(await reader.remove(title));
  expectRefusal(await reader.remove(title), 'PatronDoesntHaveTitleOnHold');
});

test('only the hold that is named is removed', async () => {
  const { reader, title } = await library.waiting();
  const other = await library.title();
  await reader.place(other);
  await reader.remove(title);
  const { totalItems, holds } = (await reader.list()).body;
  expect([totalItems, holds[0].reserveId]).toEqual([1, other.reserveId]);
});

test('those behind a removed hold move up by one, those before it stay where they are', async () => {
  const title = await library.title();
  const [first, second, third] = await library.inLine(title, 3);
  await second.remove(title);
  expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
});

test('the copy of a removed ready hold goes to the next in line at once', async () => {
  const title = await library.title(1);
  const [first, second, third] = await library.inLine(title, 3);
  expectNoContent(await first.remove(title));
  expect((await second.find(title)).body).toHaveProperty('holdExpires');
  expect((await third.find(title)).body).not.toHaveProperty('holdExpires');
});

test('the copy of a removed ready hold that nobody waits behind is free', async () => {
  const { reader, title } = await library.ready();
  await reader.remove(title);
  expect(await library.service.database.run(COPIES, [title.reserveId])).toEqual([{ setAside: 0 }]);
});

test('the hold is named by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const [reader, title] = [await library.reader(), await library.title()];
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [holdPath(id), `${holdPath(id)}/`])) {
    await reader.place(title);
    expectNoContent(await reader.delete(path));
  }
});

test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
  'there is no such hold at %s',
  async (id) => {
    const { reader } = await library.waiting();
    expectRefusal(await reader.remove(id), 'PatronDoesntHaveTitleOnHold');
    expect((await reader.list()).body.totalItems).toBe(1);
  },
);

test('another patron’s hold is not there, and stays', async () => {
  const { reader: owner, title } = await library.waiting();
  const before = await owner.everything();
  expectRefusal(await (await library.reader()).remove(title), 'PatronDoesntHaveTitleOnHold');
  expect(await owner.everything()).toEqual(before);
});
