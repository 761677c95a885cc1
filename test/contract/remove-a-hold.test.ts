import { statement } from '../../src/platform/database/statement.js';
import { expectNoContent, expectRefusal } from '../support/answers.js';
import { holdPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const COPIES = statement(
  'test-copies-set-aside',
  'SELECT sum(set_aside)::int AS "setAside" FROM copies WHERE reserve_id = $1',
);
const TRACES = statement(
  'test-traces-of-a-hold',
  `SELECT (SELECT count(*) FROM hold WHERE reserve_id = $1)::int AS holds,
     (SELECT count(*) FROM queue_block WHERE reserve_id = $1)::int AS blocks,
     (SELECT live_holds FROM title_queue WHERE reserve_id = $1) AS "liveHolds"`,
);

test.each(['waiting', 'suspended', 'ready'] as const)('a %s hold is removed entirely', async (condition) => {
  const { reader, title } = await library[condition]();
  expectNoContent(await reader.remove(title));
  expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
  expect((await reader.list()).body).toMatchObject({ totalItems: 0, holds: [] });
  const [traces] = await library.service.database.run(TRACES, [title.reserveId]);
  expect(traces).toEqual({ holds: 0, blocks: 0, liveHolds: 0 });
});

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
