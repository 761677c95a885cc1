import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../../../src/platform/settings/config.js';
import { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { prepareJobs } from '../../../../src/platform/jobs/jobs.js';
import { Metrics } from '../../../../src/platform/observability/metrics.js';
import { JobsService } from '../../../../src/worker/jobs.service.js';
import { eventually } from '../../../support/clock.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { startDedicatedServer } from '../../support/servers/dedicated-server.js';
import { waitingJobs } from '../../../support/jobs.js';

/** A task that runs until it is told to end or to give up, and remembers each run. */
class Errand {
  runs = 0;
  atOnce = 0;
  mostAtOnce = 0;
  aborted = 0;
  private readonly over = Promise.withResolvers<void>();

  end(): void {
    this.over.resolve();
  }

  async run(signal: AbortSignal): Promise<void> {
    this.runs++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.reject(new Error('Aborted.')));
    try {
      await Promise.race([this.over.promise, aborted.promise]);
    } catch (error) {
      this.aborted++;
      throw error;
    } finally {
      this.atOnce--;
    }
  }
}

const ADD_JOB = statement('test-add-job', `SELECT graphile_worker.add_job('errand')`);

/** A jobs service with one errand under way. */
async function startErrand(
  databaseUrl: string,
): Promise<{ database: Database; jobs: JobsService; errand: Errand }> {
  const config = readConfig({ DATABASE_URL: databaseUrl });
  const database = new Database({ url: databaseUrl, poolSize: 2 });
  const jobs = new JobsService(database, config, new Metrics());
  const errand = new Errand();
  await jobs.start(() => ({ errand: (_, { abortSignal }) => errand.run(abortSignal) }));
  await database.run(ADD_JOB);
  await eventually(() => expect(errand.runs).toBe(1));
  return { database, jobs, errand };
}

describe('a job runner that loses the session of its lock', () => {
  let stored: TestDatabase;
  let server: pg.Client;
  let started: Awaited<ReturnType<typeof startErrand>>;
  beforeEach(async () => {
    stored = await freshDatabase();
    server = new pg.Client(process.env.HOLDFAST_TEST_SERVER);
    await server.connect();
    started = await startErrand(stored.url);
  });
  afterEach(async () => {
    started.errand.end();
    await started.jobs.stop();
    await started.database.close();
    await server.end();
    await stored.drop();
  });

  const name = (): string => new URL(stored.url).pathname.slice(1);
  const holders = async (): Promise<number[]> => {
    const { rows } = await server.query<{ pid: number }>(
      `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = $1`,
      [name()],
    );
    return rows.map(({ pid }) => pid);
  };
  const cut = async (): Promise<void> => {
    const pids = await holders();
    expect(pids).toHaveLength(1);
    await server.query('SELECT pg_terminate_backend(pid, 60000) FROM unnest($1::int[]) AS pid', [pids]);
  };

  test('goes on with its jobs when it has another one soon', async () => {
    await cut();
    await eventually(async () => expect(await holders()).toHaveLength(1));
    started.errand.end();
    await eventually(async () => expect(await waitingJobs(started.database)).toEqual([]));
    expect(started.errand).toMatchObject({ runs: 1, aborted: 0 });
  });

  test('gives its jobs up when it gets no other one, and takes them again afterwards, never twice at once', async () => {
    await server.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS false`);
    await cut();
    await eventually(() => expect(started.errand.aborted).toBe(1));
    expect(started.errand.runs).toBe(1);
    await server.query(`ALTER DATABASE ${name()} ALLOW_CONNECTIONS true`);
    await eventually(() => expect(started.errand.runs).toBe(2));
    started.errand.end();
    await eventually(async () => expect(await waitingJobs(started.database)).toEqual([]));
    expect(started.errand.mostAtOnce).toBe(1);
  });
});

/** A service has 35 s to stop. What else it does takes its share of them. */
const MAX_STOP_MS = 20_000;

test('a job runner stops in time while the database does not answer', async () => {
  const server = await startDedicatedServer();
  await prepareJobs(server.url);
  const { database, jobs, errand } = await startErrand(server.url);
  server.freeze();
  // The runner is waiting for an answer by then.
  await sleep(2_000);
  const begun = performance.now();
  try {
    await jobs.stop();
    expect(performance.now() - begun).toBeLessThan(MAX_STOP_MS);
    expect(errand).toMatchObject({ runs: 1, aborted: 1 });
  } finally {
    server.thaw();
    await database.close();
    await server.remove();
  }
});
