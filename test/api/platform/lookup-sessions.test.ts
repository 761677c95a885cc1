import pg from 'pg';
import { LookupSessions } from '../../../src/platform/database/connections/lookup-sessions.js';
import { lookup } from '../../../src/platform/database/statement.js';
import { freshDatabase, type TestDatabase } from '../../support/database.js';

let stored: TestDatabase;
let sessions: LookupSessions;
let locker: pg.Client;
beforeEach(async () => {
  stored = await freshDatabase();
  // One session: every lookup is sent behind the one before it.
  sessions = new LookupSessions(
    { connectionString: stored.url, pipeline: true, lock_timeout: 500, max: 1 },
    { begin: undefined, isPrepared: true },
  );
  locker = new pg.Client(stored.url);
  await locker.connect();
});
afterEach(async () => {
  await locker.end();
  await sessions.close();
  await stored.drop();
});

const COUNT_TITLES = lookup('test-count-titles', 'SELECT count(*)::int AS count FROM title WHERE $1');
const COUNT_CLOCKS = lookup('test-count-clocks', 'SELECT count(*)::int AS count FROM service_clock');

async function countTitles(): Promise<unknown> {
  return (await sessions.run(COUNT_TITLES, [true])).rows;
}

const SUCCESS = { status: 'fulfilled', value: [{ count: 0 }] };
const LOCKED = { status: 'rejected', reason: expect.objectContaining({ code: '55P03' }) as unknown };

/** PostgreSQL looks up the table when it prepares a statement, and waits for it as long as `lock_timeout` allows. */
async function lockTitles(): Promise<void> {
  await locker.query('BEGIN; LOCK TABLE title IN ACCESS EXCLUSIVE MODE');
}

describe('lookups behind one that PostgreSQL could not prepare', () => {
  test('run again when they have the same name, and give their rows', async () => {
    await lockTitles();
    const first = countTitles();
    const others = [countTitles(), countTitles(), countTitles()];
    const [outcome] = await Promise.allSettled([first]);
    await locker.query('ROLLBACK');
    expect(outcome).toEqual(LOCKED);
    expect(await Promise.allSettled(others)).toEqual([SUCCESS, SUCCESS, SUCCESS]);
  });

  test('fail as it did when the table is still locked', async () => {
    await lockTitles();
    const outcomes = await Promise.allSettled([countTitles(), countTitles(), countTitles()]);
    await locker.query('ROLLBACK');
    expect(outcomes).toEqual([LOCKED, LOCKED, LOCKED]);
    expect(await countTitles()).toEqual([{ count: 0 }]);
  });

  test('run once when they have another name', async () => {
    await lockTitles();
    const first = countTitles();
    const other = sessions.run(COUNT_CLOCKS, []);
    const [outcome] = await Promise.allSettled([first]);
    await locker.query('ROLLBACK');
    expect(outcome).toEqual(LOCKED);
    expect((await other).rows).toEqual([{ count: 1 }]);
  });

  test('leave the session usable, also for lookups sent before they have failed', async () => {
    for (let time = 0; time < 8; time++) {
      await locker.query('BEGIN; LOCK TABLE title IN ACCESS EXCLUSIVE MODE');
      const name = `test-count-titles-${time}`;
      const count = (): Promise<pg.QueryResult> =>
        sessions.run(lookup(name, `SELECT count(*)::int AS count FROM title`), []);
      const early = [count(), count(), count()];
      const [outcome] = await Promise.allSettled([early[0]]);
      const released = locker.query('ROLLBACK');
      // Sent before the answers to those behind the failed one have arrived.
      const late = [count(), count()];
      await released;
      expect(outcome).toEqual(LOCKED);
      const outcomes = await Promise.allSettled([...early.slice(1), ...late, count()]);
      expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    }
  });
});
