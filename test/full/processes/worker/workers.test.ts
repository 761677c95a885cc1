import pg from 'pg';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually, HOUR } from '../../../support/clock.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { unlockJobsOfKilledWorkers, waitingJobs } from '../../../support/jobs.js';
import { metricsOf } from '../../../support/metrics.js';
import { HOLDS } from '../../../support/paths.js';
import type { ServiceProcess } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { forgetTransitions, recordTransitions, transitionCounts } from '../../support/stored/transitions.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';
import { withConstants } from '../../support/constants.js';

/** Several times as many as a worker handles at once. */
const TITLES = 50;

let deployment: WorkerDeployment;
beforeEach(async () => {
  const titles = Array<number>(TITLES).fill(1);
  deployment = await WorkerDeployment.start(
    smallLibrary(4, titles, { holdLimit: TITLES, checkoutLimit: TITLES }),
  );
  await recordOvertaking(deployment.database);
  await recordTransitions(deployment.database);
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

async function place(patronId: number, numbers: readonly number[]): Promise<void> {
  const [client] = await deployment.signIn(patronId);
  for (const id of numbers) await mustSucceed(client!.post(HOLDS, { id, emailAddress: address(patronId) }));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Deletes the notices of the set-up, which no worker has sent yet. */
const DELETE_NOTICES = statement('test-delete-notices', 'DELETE FROM notice_outbox');
const DUE = statement(
  'test-due',
  `SELECT FROM hold WHERE COALESCE(suspended_until, expires_at) <= service_now()
   UNION ALL SELECT FROM checkout WHERE expires_at <= service_now()`,
);

/** Waits until nothing is due and there are no jobs. */
function waitUntilIdle(): Promise<void> {
  return eventually(async () => {
    expect(await deployment.database.run(DUE)).toHaveLength(0);
    expect(await waitingJobs(deployment.database)).toEqual([]);
  });
}

/** Locks every queue, as a long request would. @returns a function that unlocks them */
async function lockEveryQueue(): Promise<() => Promise<void>> {
  const session = new pg.Client(deployment.databaseUrl);
  await session.connect();
  await session.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
  return async () => {
    await session.query('COMMIT');
    await session.end();
  };
}

/** The first worker waits in a trigger until a second one is in it as well, which holds the same shared lock. */
const WAIT_FOR_SECOND_WORKER = [
  // Other transactions see changes of a sequence at once, and a rollback does not undo them.
  'CREATE SEQUENCE second_worker_came',
  `CREATE FUNCTION wait_for_second_worker() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(4711);
     WHILE NOT (SELECT is_called FROM second_worker_came) LOOP
       IF (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711) > 1 THEN
         PERFORM nextval('second_worker_came');
       ELSE
         PERFORM pg_sleep(0.01);
       END IF;
     END LOOP;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER wait_for_second_worker AFTER UPDATE ON hold
   FOR EACH ROW EXECUTE FUNCTION wait_for_second_worker()`,
];

async function metric(worker: ServiceProcess, name: string): Promise<number | undefined> {
  return (await metricsOf(worker.url)).get(name);
}

describe('what becomes due at the same time', () => {
  /** For each title patron 1's hold is ready and patron 2's waits. Then every pickup is missed. */
  const missEveryPickup = async (): Promise<void> => {
    await place(1, upTo(TITLES));
    await place(2, upTo(TITLES));
    await deployment.clock.advance(72 * HOUR);
    await deployment.database.run(DELETE_NOTICES);
    await forgetTransitions(deployment.database);
  };
  const once = { times: TITLES, holds: TITLES };

  test('is handled once by two workers, with one notice for each patron', async () => {
    await missEveryPickup();
    for (const [index, sql] of WAIT_FOR_SECOND_WORKER.entries())
      await deployment.database.run(statement(`test-wait-for-second-worker-${index}`, sql));
    const workers = await Promise.all([deployment.addWorker(), deployment.addWorker()]);
    await waitUntilIdle();
    expect(await transitionCounts(deployment.database)).toEqual({ pickupMissed: once, becameReady: once });
    // A worker updates its metrics a little later.
    await eventually(async () => {
      const shares = await Promise.all(
        workers.map((worker) => metric(worker, 'holdfast_settled_queues_total')),
      );
      expect(shares[0]! + shares[1]!).toBe(TITLES);
      expect(Math.min(...shares.map(Number))).toBeGreaterThan(0);
    });

    expect(deployment.mails.received).toHaveLength(TITLES);
    expect(deployment.mails.acceptedFor(address(2))).toHaveLength(TITLES);
    expect(new Set(deployment.mails.received.map(({ parsed }) => parsed.messageId)).size).toBe(TITLES);
    for (const worker of workers)
      await eventually(async () => expect(await metric(worker, 'holdfast_timer_lag_seconds')).toBe(0));
  });

  test('is handled once, even if the first worker is killed', async () => {
    await missEveryPickup();
    const unlockQueues = await lockEveryQueue();
    const killed = await deployment.addWorker({ NODE_OPTIONS: withConstants({ mailConcurrency: 1 }) });
    await unlockQueues();
    await eventually(async () =>
      expect((await transitionCounts(deployment.database)).pickupMissed?.times ?? 0).toBeGreaterThan(0),
    );
    await killed.kill();
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    await unlockJobsOfKilledWorkers(deployment.database);
    await deployment.addWorker();
    await waitUntilIdle();
    expect(await transitionCounts(deployment.database)).toEqual({ pickupMissed: once, becameReady: once });
    // At most the one mail that the killed worker was sending has arrived twice.
    const ids = deployment.mails.accepted.map(({ parsed }) => parsed.messageId);
    expect(new Set(ids).size).toBe(TITLES);
    expect(ids.length - TITLES).toBeLessThanOrEqual(1);
  });
});

describe('a worker that is killed after the mail server’s 250', () => {
  const WAITS_FOR_LOCK = statement<{ waiting: number }>(
    'test-waits-for-lock',
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ILIKE $1`,
  );
  const END_WAIT_FOR_LOCK = statement(
    'test-end-wait-for-lock',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
       AND wait_event_type = 'Lock' AND query ILIKE $1`,
  );

  test.each([
    ['before it records the mail causes one more', 'hold', '%update hold set notice_sent_for%', 2],
    [
      'after it has recorded the mail causes none',
      'graphile_worker._private_jobs',
      '%delete from%_private_jobs%',
      1,
    ],
  ])('%s, with the same Message-ID', async (_, locked, delayed, mails) => {
    const worker = await deployment.addWorker();
    const locker = new pg.Client(deployment.databaseUrl);
    await locker.connect();
    try {
      // The lock delays the statement that follows the mail server's 250.
      deployment.mails.beforeAnswer = async () => {
        await locker.query(`BEGIN; SELECT FROM ${locked} FOR UPDATE`);
      };
      await place(1, [1]);
      await eventually(() => expect(deployment.mails.acceptedFor(address(1))).toHaveLength(1));
      await eventually(async () => {
        const [row] = await deployment.database.run(WAITS_FOR_LOCK, [delayed]);
        expect(row?.waiting).toBe(1);
      });
      await worker.kill();
      await deployment.database.run(END_WAIT_FOR_LOCK, [delayed]);
    } finally {
      await locker.end();
    }
    deployment.mails.beforeAnswer = () => Promise.resolve();
    expect(await waitingJobs(deployment.database)).toEqual([
      expect.objectContaining({ taken: true, attempts: 1 }),
    ]);

    await unlockJobsOfKilledWorkers(deployment.database);
    await deployment.addWorker();
    await waitUntilIdle();
    const ids = deployment.mails.acceptedFor(address(1)).map(({ parsed }) => parsed.messageId);
    expect(ids).toHaveLength(mails);
    expect(new Set(ids).size).toBe(1);
    expect(deployment.mails.received).toHaveLength(mails);
  });
});
