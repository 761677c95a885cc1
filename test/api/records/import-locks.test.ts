import pg from 'pg';
import { eventually } from '../../support/clock.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { QueuesUnderTest } from '../../support/runs/queues-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  title,
} from '../../support/records.js';

/**
 * The second of two transactions must wait before it reads what the first is about to change. So the statement that waits must
 * be the one that takes the lock, before any that reads or writes.
 */
describe('an import waits', () => {
  let data: ImportUnderTest;
  let other: pg.Client;

  beforeEach(async () => {
    data = await openImport();
    await data.import(
      ...smallLibrary(3, [1, 1]),
      collection('rare'),
      copies(1, 0, 'rare'),
      category('staff', ['main']),
      hold(1),
      hold(2),
    );
    other = new pg.Client(data.url);
    await other.connect();
    await other.query('BEGIN');
  });
  afterEach(async () => {
    await other.end();
    await data.close();
  });

  async function waitingStatement(): Promise<string> {
    let waiting: string[] = [];
    await eventually(async () => {
      waiting = await statementsWaitingForLocks(data.database);
      expect(waiting).not.toEqual([]);
    });
    return waiting[0]!;
  }

  const remove = (record: object): object => ({ ...record, delete: true });
  const patronLock = 'SELECT FROM patron WHERE website_id = 37 AND patron_id = 3 FOR NO KEY UPDATE';
  const queueLock = `SELECT FROM title_queue WHERE website_id = 37 AND reserve_id = '${reserveIdOf(1)}' FOR NO KEY UPDATE`;
  const libraryLock = 'SELECT FROM library WHERE website_id = 37 FOR NO KEY UPDATE';

  test.each<[string, string, object]>([
    ['with a hold, for the queue', queueLock, hold(3)],
    ['with a hold, for the patron’s own commands', patronLock, hold(3)],
    ['with more copies, for the queue', queueLock, copies(1, 2)],
    ['to delete copies, for the queue', queueLock, remove(copies(1, 0, 'rare'))],
    ['to allow a collection, for its queues', queueLock, category('adult', ['main', 'rare'])],
    ['to move a patron, for the queues of its holds', queueLock, patron(1, { category: 'staff' })],
    ['to delete a patron, for the queues of its holds', queueLock, remove(patron(1))],
    ['to delete a patron, for the patron’s own commands', patronLock, remove(patron(3))],
    ['to delete a title, for its queues', queueLock, remove(title(1))],
    ['with copies, for another import of the library', libraryLock, copies(2, 5)],
    ['to delete copies, for another import of the library', libraryLock, remove(copies(2, 5))],
    ['with a category, for another import of the library', libraryLock, category('staff', [])],
    ['to delete a category, for another import of the library', libraryLock, remove(category('staff', []))],
  ])('%s', async (_, lock, line) => {
    await other.query(lock);
    const importing = data.import(JSON.stringify(line));
    expect(await waitingStatement()).toMatch(/^\s*SELECT [^;]*FOR NO KEY UPDATE/);
    await other.query('COMMIT');
    await importing;
  });

  test('for no lock when it changes nothing', async () => {
    await other.query('SELECT FROM patron WHERE website_id = 37 FOR NO KEY UPDATE');
    await other.query('SELECT FROM title_queue WHERE website_id = 37 FOR NO KEY UPDATE');
    const file = [library(), collection('main'), title(1), copies(1, 1), patron(1), patron(2)];
    expect(await data.import(...file)).toEqual(allApplied(6));
  });

  test('for a concurrent placement, and then assigns the remaining copies', async () => {
    const queues = new QueuesUnderTest(data);
    await other.query(`${patronLock}; ${queueLock}`);
    const importing = data.import(copies(1, 4));
    await waitingStatement();
    await other.query(
      `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
         VALUES (37, '${reserveIdOf(1)}', 3, 3, 'adult', service_now());
       UPDATE title_queue SET next_ticket = 4, live_holds = 3 WHERE reserve_id = '${reserveIdOf(1)}'; COMMIT`,
    );
    expect(await importing).toEqual(allApplied(1));
    expect(await queues.holdsInOrder()).toEqual(['1 ready in main', '2 ready in main', '3 ready in main']);
  });
});
