import { changeQueue } from '../../../src/circulation/queue-transaction.js';
import { refusal } from '../../../src/domain/errors.js';
import { statement } from '../../../src/platform/database/statement.js';
import { onePostgreSql } from '../../support/database.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/**
 * A row that was just written and is missing when the response is made is a fault of ours: the whole command is undone,
 * and nobody is told that it was their request. The fault is made here by a trigger.
 */

let library: TestLibrary;

beforeAll(async () => {
  library = await TestLibrary.open();
});

async function withTrigger(name: string, on: string, body: string, test: () => Promise<void>): Promise<void> {
  const { database } = library.service;
  const run = (sql: string): Promise<unknown[]> => database.run({ name: '', text: sql });
  await run(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`);
  await run(`CREATE TRIGGER ${name} ${on} FOR EACH ROW EXECUTE FUNCTION ${name}()`);
  try {
    await test();
  } finally {
    await run(`DROP FUNCTION ${name} CASCADE`);
  }
}

const QUEUE = statement(
  'test-queue-counters',
  `SELECT live_holds AS "liveHolds", next_ticket AS "nextTicket" FROM title_queue WHERE website_id = $1 AND reserve_id = $2`,
);
const COPIES = statement(
  'test-copies-counters',
  `SELECT on_loan AS "onLoan", set_aside AS "setAside" FROM copies WHERE website_id = $1 AND reserve_id = $2`,
);

async function countersOf({ reserveId }: TestTitle): Promise<unknown[]> {
  const { database } = library.service;
  const values = [library.websiteId, reserveId];
  return [...(await database.run(QUEUE, values)), ...(await database.run(COPIES, values))];
}

const FAULT = { errorCode: 'InternalServerError', message: 'An unexpected error has occurred.' };

onePostgreSql(
  'a hold that is missing right after its placement is a fault, and nothing of it stays',
  async () => {
    const title = await library.addTitle(0);
    const patron = await library.addPatron();
    const before = await countersOf(title);
    await withTrigger('lose_hold', 'BEFORE INSERT ON hold', 'RETURN NULL;', async () => {
      const answer = await patron.place(title);
      expect([answer.status, answer.body]).toEqual([500, expect.objectContaining(FAULT)]);
    });
    expect(await countersOf(title)).toEqual(before);
    expect((await patron.profile()).body).toMatchObject({ existingPatron: false });
  },
);

onePostgreSql('a loan that is missing right after it began is a fault, and the copy stays free', async () => {
  const title = await library.addTitle(1);
  const patron = await library.addPatron();
  const before = await countersOf(title);
  await withTrigger('lose_loan', 'BEFORE INSERT ON checkout', 'RETURN NULL;', async () => {
    const answer = await patron.borrow(title);
    expect([answer.status, answer.body]).toEqual([500, expect.objectContaining(FAULT)]);
  });
  expect(await countersOf(title)).toEqual(before);
});

onePostgreSql(
  'a hold that is missing right after its suspension is a fault, and it is not suspended',
  async () => {
    const { title, patron } = await library.waiting();
    const before = await patron.snapshot();
    const deleteIt = `DELETE FROM hold h WHERE h.website_id = NEW.website_id AND h.reserve_id = NEW.reserve_id
    AND h.ticket = NEW.ticket; RETURN NULL;`;
    await withTrigger('lose_suspended', 'AFTER UPDATE ON hold', deleteIt, async () => {
      const answer = await patron.suspend(title);
      expect([answer.status, answer.body]).toEqual([500, expect.objectContaining(FAULT)]);
    });
    expect(await patron.snapshot()).toEqual(before);
  },
);

const RENAME = statement('test-rename-library', 'UPDATE library SET name = $2 WHERE website_id = $1');
const NAME = statement<{ name: string }>(
  'test-library-name',
  'SELECT name FROM library WHERE website_id = $1',
);

async function libraryName(): Promise<unknown> {
  const [found] = await library.service.database.run(NAME, [library.websiteId]);
  return found?.name;
}

test('a refusal undoes what was written before it', async () => {
  const before = await libraryName();
  const change = changeQueue(library.service.database, async (transaction) => {
    await transaction.run(RENAME, [library.websiteId, 'written before the refusal']);
    throw refusal('NotFound');
  });
  await expect(change).rejects.toMatchObject({ code: 'NotFound' });
  expect(await libraryName()).toBe(before);
});

test('a refusal keeps what was due, and undoes what was written after that', async () => {
  const change = changeQueue(library.service.database, async (transaction) => {
    await transaction.run(RENAME, [library.websiteId, 'due']);
    await transaction.keepApplied();
    await transaction.run(RENAME, [library.websiteId, 'written after it']);
    throw refusal('NotFound');
  });
  await expect(change).rejects.toMatchObject({ code: 'NotFound' });
  expect(await libraryName()).toBe('due');
});

test('a fault undoes what was due, too', async () => {
  const before = await libraryName();
  const change = changeQueue(library.service.database, async (transaction) => {
    await transaction.run(RENAME, [library.websiteId, 'due before a fault']);
    await transaction.keepApplied();
    throw new Error('a fault');
  });
  await expect(change).rejects.toThrow('a fault');
  expect(await libraryName()).toBe(before);
});
