import pg from 'pg';
import { statement } from '../../src/platform/database/statement.js';
import { expectRefusal } from '../support/answers.js';
import { granted, PatronClient } from '../support/client.js';
import { requireRefused } from '../support/described.js';
import { DAY, eventually, HOUR } from '../support/clock.js';
import { conditionIn } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import type { ServiceProcess } from '../support/processes.js';
import { smallLibrary } from '../support/records.js';
import { CHECKOUTS, HOLDS } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';
import { deedsOf, witnessDeeds } from '../support/worker-witness.js';
import { freeJobsOfTheDead, metricsOf, waitingJobs } from '../support/worker.js';

/** Several times as many as a worker takes at once. */
const TITLES = 80;

let crew: Crew;
beforeEach(async () => {
  const titles = Array<number>(TITLES).fill(1);
  crew = await Crew.start(smallLibrary(4, titles, { holdLimit: TITLES, checkoutLimit: TITLES }));
  await witnessHandOvers(crew.database);
  await witnessDeeds(crew.database);
});
afterEach(async () => {
  expect(await brokenInvariants(crew.database)).toEqual([]);
  await crew.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

async function place(patronId: number, numbers: readonly number[]): Promise<void> {
  const [client] = await crew.signIn(patronId);
  for (const id of numbers) await granted(client!.post(HOLDS, { id, emailAddress: address(patronId) }));
}

const every = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Mails are not what these are about: no worker has run yet that could send them. */
const FORGET_JOBS = statement('test-forget-jobs', 'DELETE FROM graphile_worker._private_jobs');
const FORGET_DEEDS = statement('test-forget-deeds', 'DELETE FROM witnessed');
const DUE = statement(
  'test-due',
  `SELECT FROM hold WHERE COALESCE(suspended_until, expires_at) <= service_now()
   UNION ALL SELECT FROM checkout WHERE expires_at <= service_now()`,
);

/** Resolves when nothing is due and no job waits. */
function allDone(): Promise<void> {
  return eventually(async () => {
    expect(await crew.database.run(DUE)).toHaveLength(0);
    expect(await waitingJobs(crew.database)).toEqual([]);
  });
}

/** Keeps every queue locked until it is told to let go, as a long request would. */
async function lockEveryQueue(): Promise<() => Promise<void>> {
  const session = new pg.Client(crew.databaseUrl);
  await session.connect();
  await session.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
  return async () => {
    await session.query('COMMIT');
    await session.end();
  };
}

/** The first worker to act waits in the middle of it, until another acts as well: that is so when two have the lock. */
const MEET = [
  // What becomes of a sequence others see at once, and no rollback undoes it.
  'CREATE SEQUENCE met',
  `CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(4711);
     WHILE NOT (SELECT is_called FROM met) LOOP
       IF (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711) > 1 THEN
         PERFORM nextval('met');
       ELSE
         PERFORM pg_sleep(0.01);
       END IF;
     END LOOP;
     RETURN NULL;
   END $$`,
  'CREATE TRIGGER meet AFTER UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION meet()',
];

async function metric(worker: ServiceProcess, name: string): Promise<number | undefined> {
  return (await metricsOf(worker.url)).get(name);
}

describe('what falls due in one moment', () => {
  /** Patron 1 is ready and 2 waits for each title; then every pickup is missed. */
  const everyPickupIsMissed = async (): Promise<void> => {
    await place(1, every(TITLES));
    await place(2, every(TITLES));
    await crew.clock.advance(72 * HOUR);
    await crew.database.run(FORGET_JOBS);
    await crew.database.run(FORGET_DEEDS);
  };
  const once = { times: TITLES, holds: TITLES };

  test('is shared by two workers, each thing handled once, and each patron told once', async () => {
    await everyPickupIsMissed();
    for (const [index, sql] of MEET.entries()) await crew.database.run(statement(`meet-${index}`, sql));
    const workers = await Promise.all([crew.addWorker(), crew.addWorker()]);
    await allDone();
    expect(await deedsOf(crew.database)).toEqual({ missed: once, ready: once });
    // A worker counts what it has done a little later.
    await eventually(async () => {
      const shares = await Promise.all(
        workers.map((worker) => metric(worker, 'holdfast_settled_queues_total')),
      );
      expect(shares[0]! + shares[1]!).toBe(TITLES);
      expect(Math.min(...shares.map(Number))).toBeGreaterThan(0);
    });

    expect(crew.mails.received).toHaveLength(TITLES);
    expect(crew.mails.acceptedFor(address(2))).toHaveLength(TITLES);
    expect(new Set(crew.mails.received.map(({ parsed }) => parsed.messageId)).size).toBe(TITLES);
    for (const worker of workers)
      await eventually(async () => expect(await metric(worker, 'holdfast_timer_lag_seconds')).toBe(0));
  });

  test('is handled once, though the worker that had begun is killed', async () => {
    await everyPickupIsMissed();
    const letGo = await lockEveryQueue();
    const doomed = await crew.addWorker({ MAIL_CONCURRENCY: '1' });
    await letGo();
    await eventually(async () =>
      expect((await deedsOf(crew.database)).missed?.times ?? 0).toBeGreaterThan(0),
    );
    await doomed.kill();
    expect(await brokenInvariants(crew.database)).toEqual([]);
    await freeJobsOfTheDead(crew.database);
    await crew.addWorker();
    await allDone();
    expect(await deedsOf(crew.database)).toEqual({ missed: once, ready: once });
    // At most the one mail that was under way when the worker died has come twice.
    const ids = crew.mails.accepted.map(({ parsed }) => parsed.messageId);
    expect(new Set(ids).size).toBe(TITLES);
    expect(ids.length - TITLES).toBeLessThanOrEqual(1);
  });

  test('of loans and of suspensions is handled like that of pickups', async () => {
    const [borrower] = await crew.signIn(3);
    for (const id of every(20)) await granted(borrower!.post(CHECKOUTS, { id }));
    await place(1, every(20));
    await place(2, every(20));
    const [first] = await crew.signIn(1);
    for (const id of every(10))
      await granted(
        first!.post(`${HOLDS}/${id}/suspension`, { suspensionType: 'limited', numberOfDays: 21 }),
      );
    await crew.clock.advance(22 * DAY);
    await crew.database.run(FORGET_DEEDS);
    await Promise.all([crew.addWorker(), crew.addWorker()]);
    await allDone();
    expect(await deedsOf(crew.database)).toEqual({
      returned: { times: 20, holds: 20 },
      rested: { times: 10, holds: 10 },
      ready: { times: 20, holds: 20 },
    });
    for (const id of every(20)) expect(conditionIn(await first!.get(`${HOLDS}/${id}`))).toBe('ready');
  });
});

describe('a worker that is killed between the server’s 250 and its own note', () => {
  const WAITS_FOR_JOBS = statement(
    'test-waits-for-jobs',
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ILIKE '%delete from%_private_jobs%'`,
  );
  const END_WAIT_FOR_JOBS = statement(
    'test-end-wait-for-jobs',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ILIKE '%delete from%_private_jobs%'`,
  );

  test('makes one more mail at most, with the same Message-ID', async () => {
    const worker = await crew.addWorker();
    const locker = new pg.Client(crew.databaseUrl);
    await locker.connect();
    try {
      // The server has the mail, and the note of it is made to wait: then it says 250.
      crew.mails.beforeAnswer = async () => {
        await locker.query('BEGIN; SELECT FROM graphile_worker._private_jobs FOR UPDATE');
      };
      await place(1, [1]);
      await eventually(() => expect(crew.mails.acceptedFor(address(1))).toHaveLength(1));
      await eventually(async () => {
        const [row] = await crew.database.run<{ waiting: number }>(WAITS_FOR_JOBS);
        expect(row?.waiting).toBe(1);
      });
      await worker.kill();
      await crew.database.run(END_WAIT_FOR_JOBS);
    } finally {
      await locker.end();
    }
    crew.mails.beforeAnswer = () => Promise.resolve();
    expect(await waitingJobs(crew.database)).toEqual([expect.objectContaining({ taken: true, attempts: 1 })]);

    await freeJobsOfTheDead(crew.database);
    await crew.addWorker();
    await allDone();
    const ids = crew.mails.acceptedFor(address(1)).map(({ parsed }) => parsed.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(crew.mails.received).toHaveLength(2);
  });
});

describe('by its role a process', () => {
  const ask = async (url: string, path: string): Promise<number> => (await fetch(new URL(path, url))).status;

  test('that is a worker tells its health and its metrics, and answers nobody else', async () => {
    const worker = await crew.addWorker();
    expect(
      await Promise.all(['/health/live', '/health/ready', '/metrics'].map((path) => ask(worker.url, path))),
    ).toEqual([200, 200, 200]);
    const [{ token }] = (await crew.signIn(1)) as [PatronClient];
    const patron = new PatronClient(worker.url, token, requireRefused);
    for (const path of ['/v1/patrons/me', HOLDS, `${HOLDS}/1`, CHECKOUTS, '/sandbox/v1/clock', '/']) {
      expectRefusal(await patron.get(path), 'NotFound');
      expectRefusal(await patron.post(path, { id: 1, ignoreHoldEmail: true }), 'NotFound');
    }
  });

  test('that is an API answers patrons, and runs neither timers nor mail', async () => {
    await place(1, [1]);
    await place(2, [1]);
    await crew.clock.advance(72 * HOUR);
    const [first] = await crew.signIn(1);
    expect(conditionIn(await first!.get(`${HOLDS}/1`))).toBe('suspended');
    expect(await ask(crew.apis[0]!.url, '/health/live')).toBe(200);
    expect((await waitingJobs(crew.database)).map(({ task }) => task).sort()).toEqual([
      'clock-moved',
      'ready-notice',
    ]);
    expect(await deedsOf(crew.database)).toEqual({ ready: { times: 1, holds: 1 } });
    expect(crew.mails.received).toEqual([]);

    await crew.addWorker();
    await allDone();
    expect(await deedsOf(crew.database)).toMatchObject({ missed: { times: 1 }, ready: { times: 2 } });
    expect(crew.mails.received.map(({ recipients }) => recipients)).toEqual([[address(2)]]);
  });

  test('that does all does all', async () => {
    const all = await crew.add({ ROLE: 'all' });
    const [{ token }] = (await crew.signIn(1)) as [PatronClient];
    await granted(new PatronClient(all.url, token).post(HOLDS, { id: 1, emailAddress: address(1) }));
    await eventually(() => expect(crew.mails.acceptedFor(address(1))).toHaveLength(1));
  });
});
