import type { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';
import { type Answer, granted, PatronClient } from './client.js';
import { eventually } from './clock.js';
import type { Reader, TestLibrary, TestTitle } from './test-library.js';

/** The operator's token of a test's service. */
export const OPERATOR_TOKEN = 'operator-token-of-these-tests-alone-0001';

/** What a service needs whose clock a test moves over HTTP. */
export const SANDBOX_SETTINGS = { SANDBOX: 'true', OPERATOR_TOKEN };

const CLOCK = '/sandbox/v1/clock';

/** The movable clock as the maker of a client sees it. */
export class SandboxClock {
  private readonly operator: PatronClient;

  constructor(baseUrl: string) {
    this.operator = new PatronClient(baseUrl, OPERATOR_TOKEN);
  }

  /** @throws unless the service did it */
  async advance(seconds: number): Promise<void> {
    const answer = await this.move({ advanceSeconds: seconds });
    if (answer.status !== 200) throw new Error(`The clock answered ${answer.status}: ${answer.text}`);
  }

  move(body: unknown): Promise<Answer> {
    return this.operator.send('POST', CLOCK, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  read(): Promise<Answer> {
    return this.operator.get(CLOCK);
  }
}

const END_OF_SUSPENSION = statement(
  'test-end-of-suspension',
  `UPDATE hold SET suspended_until = service_now() WHERE reserve_id = $1`,
);
const STILL_SUSPENDED = statement(
  'test-still-suspended',
  'SELECT FROM hold WHERE reserve_id = $1 AND suspension_type IS NOT NULL',
);

/** Tells when the timers have acted on all that is due: what has not happened by then does not happen. */
export class TimersAtWork {
  private constructor(
    private readonly library: TestLibrary,
    private readonly clock: SandboxClock,
    private readonly reader: Reader,
    private readonly title: TestTitle,
  ) {}

  static async watch(library: TestLibrary, clock: SandboxClock): Promise<TimersAtWork> {
    const [reader, title] = [await library.reader(), await library.title()];
    await granted(reader.place(title, { ignoreHoldEmail: true }));
    return new TimersAtWork(library, clock, reader, title);
  }

  /** A suspension is made to end now; the timers take what is due in its order, and so that one last. */
  async areDone(): Promise<void> {
    const { database } = this.library.service;
    await granted(this.reader.suspend(this.title, { suspensionType: 'limited', numberOfDays: 1 }));
    await database.run(END_OF_SUSPENSION, [this.title.reserveId]);
    await this.clock.advance(1);
    await eventually(async () => {
      expect(await database.run(STILL_SUSPENDED, [this.title.reserveId])).toEqual([]);
    });
  }
}

/** A job that is not done: how often it was tried, and what went wrong the last time. */
export interface WaitingJob {
  readonly task: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly payload: unknown;
  /** A worker is at it, or was when it died. */
  readonly taken: boolean;
  /** Until it is tried again. */
  readonly secondsToWait: number;
}

const JOBS = statement(
  'test-jobs',
  `SELECT t.identifier AS task, j.attempts, j.last_error AS "lastError", j.payload, j.locked_at IS NOT NULL AS taken,
     extract(epoch FROM j.run_at - now())::float8 AS "secondsToWait"
   FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
);

export function waitingJobs(database: Database): Promise<WaitingJob[]> {
  return database.run<WaitingJob>(JOBS);
}

const LENGTHEN_PAUSES = [
  `CREATE FUNCTION lengthen_pause() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.run_at := now() + 1000 * (NEW.run_at - now());
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER lengthen_pause BEFORE UPDATE ON graphile_worker._private_jobs FOR EACH ROW
   WHEN (OLD.locked_at IS NOT NULL AND NEW.locked_at IS NULL) EXECUTE FUNCTION lengthen_pause()`,
];

/** From now on every pause after a try is a thousand times as long: only the test ends it, when it has looked. */
export async function lengthenPauses(database: Database): Promise<void> {
  for (const sql of LENGTHEN_PAUSES) await database.run(statement('', sql));
}

const MAKE_DUE = statement(
  'test-make-jobs-due',
  `WITH due AS (UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL RETURNING id)
   SELECT pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) FROM due`,
);

/** Ends every pause between two tries, instead of waiting through it. */
export async function makeJobsDue(database: Database): Promise<void> {
  await database.run(MAKE_DUE);
}

const FREE_JOBS = statement(
  'test-free-jobs',
  `SELECT graphile_worker.force_unlock_workers(ARRAY(
     SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL))`,
);

/** Gives the jobs of a worker that died to the others now, instead of when they have noticed its death. */
export async function freeJobsOfTheDead(database: Database): Promise<void> {
  await database.run(FREE_JOBS);
  await makeJobsDue(database);
}

/** What `/metrics` of a process tells: the value of each series by its name with labels. */
export async function metricsOf(baseUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(new URL('/metrics', baseUrl))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Resolves when every job was carried out, pauses left out. */
export function allJobsDone(database: Database): Promise<void> {
  return eventually(async () => {
    await makeJobsDue(database);
    expect(await waitingJobs(database)).toEqual([]);
  });
}

/** Resolves to the one job there is, when it was tried so often and waits for its next try. */
export async function jobTried(database: Database, attempts: number): Promise<WaitingJob> {
  let job: WaitingJob | undefined;
  await eventually(async () => {
    const jobs = await waitingJobs(database);
    expect(jobs).toEqual([expect.objectContaining({ attempts, taken: false })]);
    [job] = jobs;
  });
  return job!;
}
