import { statement } from '../../../src/platform/database/statement.js';
import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { holdPath } from '../../support/paths.js';
import { rowsLinking } from '../../support/stored/stored-text.js';
import { TestLibrary } from '../../support/test-library.js';

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

test.each(['waiting', 'suspended', 'ready'] as const)('a %s hold is removed entirely', async (condition) => {
  const { patron, title } = await library[condition]();
  expectNoContent(await patron.remove(title));
  expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
  expect((await patron.list()).body).toMatchObject({ totalItems: 0, holds: [] });
  expect(await library.service.database.run(COUNTERS, [title.reserveId])).toEqual([
    { holds: 0, blocks: 0, liveHolds: 0 },
  ]);
});

test.each(['waiting', 'suspended', 'ready'] as const)(
  'a removed %s hold leaves no row that links the patron to the title',
  async (condition) => {
    const held = await library[condition]();
    expect(await rowsLinking(library.service.database, held)).not.toEqual([]);
    await held.patron.remove(held.title);
    expect(await rowsLinking(library.service.database, held)).toEqual([]);
  },
);

test('a hold can be removed only once', async () => {
  const { patron, title } = await library.waiting();
  expectNoContent(await patron.remove(title));
  expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
});

test('only the given hold is removed', async () => {
  const { patron, title } = await library.waiting();
  const other = await library.addTitle();
  await patron.place(other);
  await patron.remove(title);
  const { totalItems, holds } = (await patron.list()).body;
  expect([totalItems, holds[0].reserveId]).toEqual([1, other.reserveId]);
});

test('holds behind a removed one move up by one, those before it keep their places', async () => {
  const title = await library.addTitle();
  const [first, second, third] = await library.fillQueue(title, 3);
  await second.remove(title);
  expect((await first.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
});

test('the copy of a removed ready hold goes to the next hold at once', async () => {
  const title = await library.addTitle(1);
  const [first, second, third] = await library.fillQueue(title, 3);
  expectNoContent(await first.remove(title));
  expect((await second.find(title)).body).toHaveProperty('holdExpires');
  expect((await third.find(title)).body).not.toHaveProperty('holdExpires');
});

test('the copy of a removed ready hold is free if nobody waits', async () => {
  const { patron, title } = await library.ready();
  await patron.remove(title);
  expect(await library.service.database.run(COPIES, [title.reserveId])).toEqual([{ setAside: 0 }]);
});

test('the hold is identified by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [holdPath(id), `${holdPath(id)}/`])) {
    await patron.place(title);
    expectNoContent(await patron.delete(path));
  }
});

test.each(['bbbbbbbb-0000-4000-8000-000000000000', '999999', '0', 'nonsense'])(
  'there is no such hold at %s',
  async (id) => {
    const { patron } = await library.waiting();
    expectRefusal(await patron.remove(id), 'PatronDoesntHaveTitleOnHold');
    expect((await patron.list()).body.totalItems).toBe(1);
  },
);

test('another patron’s hold is not found, and stays', async () => {
  const { patron: owner, title } = await library.waiting();
  const before = await owner.snapshot();
  expectRefusal(await (await library.addPatron()).remove(title), 'PatronDoesntHaveTitleOnHold');
  expect(await owner.snapshot()).toEqual(before);
});
