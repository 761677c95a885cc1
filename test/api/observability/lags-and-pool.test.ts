import pg from 'pg';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { metricsOf } from '../../support/metrics.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
afterEach(async () => {
  await library?.close();
  library = undefined!;
});

/** Values that were read at the same moment. */
async function metrics(...names: readonly string[]): Promise<(number | undefined)[]> {
  const shown = await metricsOf(library.service.url);
  return names.map((name) => shown.get(name));
}

async function metric(name: string): Promise<number | undefined> {
  const [value] = await metrics(name);
  return value;
}

describe('the lag of assignments', () => {
  const COUNT = 'holdfast_hand_over_lag_seconds_count';
  const SUM = 'holdfast_hand_over_lag_seconds_sum';
  beforeEach(async () => {
    library = await TestLibrary.alone();
  });

  test('a copy that a patron returns is assigned in the same transaction: no lag', async () => {
    const title = await library.addTitle(1);
    const [borrower, next] = await library.addPatrons(2);
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(next.place(title));
    expect(await metrics(COUNT, SUM)).toEqual([0, 0]);
    await mustSucceed(borrower.returnTitle(title));
    expect(await metrics(COUNT, SUM)).toEqual([1, 0]);
  });

  test.each([
    ['a pickup', 72 * HOUR, 'place'],
    ['a loan', 21 * DAY, 'borrow'],
  ] as const)(
    'where no timer runs, it is the time from the end of %s to the next command',
    async (_, ends, how) => {
      const title = await library.addTitle(1);
      const [first, next] = await library.addPatrons(2);
      await mustSucceed(first[how](title));
      await mustSucceed(next.place(title));
      const before = (await metric(COUNT))!;
      await advanceClock(library.service, ends + HOUR);
      expect(await metric(COUNT)).toBe(before);
      await mustSucceed(next.remove(title));
      const [count, sum] = await metrics(COUNT, SUM);
      expect(count).toBe(before + 1);
      expect(sum).toBeGreaterThan(HOUR - 60);
      expect(sum).toBeLessThan(2 * HOUR);
    },
  );
});

test('what waits for a connection of the pool is shown while it waits, and measured afterwards', async () => {
  // One connection for transactions, and one for lookups.
  library = await TestLibrary.alone({}, { POOL_SIZE: '2' });
  const title = await library.addTitle(1);
  const [first, second] = await library.addPatrons(2);
  const session = new pg.Client(library.service.databaseUrl);
  await session.connect();
  try {
    await session.query('BEGIN');
    await session.query('SELECT FROM title_queue WHERE website_id = $1 FOR UPDATE', [library.websiteId]);
    const placements = [first, second].map((patron) => patron.place(title));
    await eventually(async () => {
      const [busy, waiting] = await metrics(
        'holdfast_pool_connections{state="busy"}',
        'holdfast_pool_waiting',
      );
      expect(busy).toBe(1);
      expect(waiting).toBeGreaterThanOrEqual(1);
    });
    const waits = (await metric('holdfast_pool_wait_seconds_count'))!;
    await session.query('ROLLBACK');
    expect((await Promise.all(placements)).map(({ status }) => status)).toEqual([201, 201]);
    const afterwards = await metricsOf(library.service.url);
    expect(afterwards.get('holdfast_pool_wait_seconds_count')).toBeGreaterThan(waits);
    expect(afterwards.get('holdfast_pool_wait_seconds_sum')).toBeGreaterThan(0);
    expect(afterwards.get('holdfast_pool_waiting')).toBe(0);
    expect(afterwards.get('holdfast_pool_max_connections')).toBe(1);
    expect(afterwards.get('holdfast_lookups_total')).toBeGreaterThan(0);
    expect(afterwards.get('holdfast_lookup_sessions')).toBe(1);
  } finally {
    await session.end();
  }
});
