import { statement } from '../../../src/platform/database/statement.js';
import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { rowsLinking } from '../../support/stored/stored-text.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const COUNTERS = statement(
  'test-counters-of-a-queue',
  `SELECT (SELECT count(*) FROM hold WHERE reserve_id = $1)::int AS holds,
     (SELECT count(*) FROM queue_block WHERE reserve_id = $1)::int AS blocks,
     (SELECT live_holds FROM title_queue WHERE reserve_id = $1) AS "liveHolds"`,
);

test.each(['waiting', 'suspended', 'ready'] as const)(
  'a %s hold is removed entirely, and only that one: no row links the patron to the title',
  async (condition) => {
    const held = await library[condition]();
    const { patron, title } = held;
    const other = await library.addTitle();
    await patron.place(other);
    const { database } = library.service;
    expect(await rowsLinking(database, held)).not.toEqual([]);
    expectNoContent(await patron.remove(title));
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
    expect((await patron.list()).body).toMatchObject({ totalItems: 1, holds: [other] });
    expect(await database.run(COUNTERS, [title.reserveId])).toEqual([{ holds: 0, blocks: 0, liveHolds: 0 }]);
    expect((await library.copiesOf(title)).main).toMatchObject({ setAside: 0 });
    expect(await rowsLinking(database, held)).toEqual([]);
  },
);
