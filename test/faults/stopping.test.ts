import { Agent, get } from 'node:http';
import pg from 'pg';
import { statement } from '../../src/platform/database/statement.js';
import { fields, granted } from '../support/client.js';
import { eventually, HOUR } from '../support/clock.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { type RawAnswer, sendRaw } from '../support/raw-request.js';
import { patientUrl } from '../support/processes.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { HOLDS } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';
import { deedsOf, witnessDeeds } from '../support/worker-witness.js';
import { waitingJobs } from '../support/worker.js';

const TITLES = 100;
const LONGEST_STOP_MS = 35_000;

let crew: Crew;
async function start(apis: number): Promise<void> {
  const titles = Array<number>(TITLES).fill(1);
  crew = await Crew.start(smallLibrary(12, titles, { holdLimit: TITLES }), apis);
  await witnessHandOvers(crew.database);
  await witnessDeeds(crew.database);
}
afterEach(async () => {
  expect(await brokenInvariants(crew.database)).toEqual([]);
  await crew.close();
});

/** One request on a connection of its own. Undefined: nobody listened any more, so that nothing was sent. */
async function ask(url: string, token: string, method: string, path: string): Promise<RawAnswer | undefined> {
  const body = method === 'POST' ? { body: fields({ ignoreHoldEmail: true }) } : {};
  const headers = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ] as const;
  try {
    return await sendRaw(url, { method, path, headers, ...body });
  } catch (error) {
    if ((error as { code?: string }).code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

/**
 * Places, looks at and removes one hold after the other, from this title on, until nobody listens; every answer's status
 * is kept.
 */
async function keepAsking(url: string, token: string, first: number, statuses: number[]): Promise<void> {
  for (let number = first; ; number = (number % TITLES) + 1) {
    const hold = `${HOLDS}/${reserveIdOf(number)}`;
    for (const [method, path] of [
      ['POST', hold],
      ['GET', HOLDS],
      ['DELETE', hold],
    ] as const) {
      const answer = await ask(url, token, method, path);
      if (answer === undefined) return;
      statuses.push(answer.status);
    }
  }
}

const WAITS_FOR_LOCK = statement(
  'test-waits-for-lock',
  `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
);
/** A worker that begins to stop listens to no more news of jobs. */
const LISTENS_NO_MORE = statement(
  'test-listens-no-more',
  `SELECT FROM pg_stat_activity WHERE query ILIKE 'UNLISTEN%' AND datname = current_database()`,
);

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const start = performance.now();
  return { result: await work, milliseconds: performance.now() - start };
}

describe('a process that is asked to stop', () => {
  beforeEach(() => start(0));

  test.each(['api', 'all'])(
    'under load answers every request that it has taken, and ends (ROLE=%s)',
    async (ROLE) => {
      // Nobody has to wait for a connection, nor for another's title: on a busy machine that may end in a 503.
      const stopping = await crew.add({ ROLE, POOL_SIZE: '20' });
      const tokens = await Promise.all(Array.from({ length: 12 }, (_, index) => crew.tokenOf(index + 1)));
      const statuses: number[] = [];
      const load = Promise.all(
        tokens.map((token, index) => keepAsking(stopping.url, token, 1 + index * 8, statuses)),
      );
      await eventually(() => expect(statuses.length).toBeGreaterThan(300));
      const { result: code, milliseconds } = await timed(stopping.stop());
      await load;
      expect(code).toBe(0);
      expect(milliseconds).toBeLessThan(LONGEST_STOP_MS);
      expect(statuses.filter((status) => status >= 300)).toEqual([]);
      expect(stopping.output()).not.toMatch(/error|warn/i);
    },
  );

  test('answers a request that has to wait for a lock, though it is asked to stop twice', async () => {
    const stopping = await crew.add({ ROLE: 'api', DATABASE_URL: patientUrl(crew.databaseUrl) });
    const token = await crew.tokenOf(1);
    const locker = new pg.Client(crew.databaseUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
      const answer = ask(stopping.url, token, 'POST', `${HOLDS}/1`);
      await eventually(async () => expect(await crew.database.run(WAITS_FOR_LOCK)).toHaveLength(1));
      const stopped = timed(stopping.stop());
      // It no longer listens: from then on the request is all that it waits for.
      await eventually(async () => expect(await ask(stopping.url, token, 'GET', HOLDS)).toBeUndefined());
      // As npm does, which hands on the Ctrl-C that its child has heard as well.
      const again = stopping.stop();
      await locker.query('COMMIT');
      expect((await answer)?.status).toBe(201);
      const { result: code, milliseconds } = await stopped;
      expect([code, milliseconds < LONGEST_STOP_MS]).toEqual([0, true]);
      expect(await again).toBe(0);
    } finally {
      await locker.end();
    }
  });

  test('does not wait for clients that keep their connections', async () => {
    const stopping = await crew.add({ ROLE: 'api' });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const live = (): Promise<void> =>
      new Promise((resolve, reject) => {
        get(new URL('/health/live', stopping.url), { agent }, (answer) => {
          answer.resume().on('end', resolve);
        }).on('error', reject);
      });
    await Promise.all(Array.from({ length: 20 }, live));
    const { result: code, milliseconds } = await timed(stopping.stop());
    agent.destroy();
    expect(code).toBe(0);
    // Such a connection is kept for 75 s.
    expect(milliseconds).toBeLessThan(LONGEST_STOP_MS);
  });
});

describe('a worker that is asked to stop', () => {
  beforeEach(() => start(1));

  const placeOne = async (): Promise<void> => {
    const [client] = await crew.signIn(1);
    await granted(client!.post(HOLDS, { id: 1, emailAddress: 'reader@example.org' }));
  };

  test('finishes the mail that it has begun', async () => {
    const worker = await crew.addWorker();
    let answerNow: (() => void) | undefined;
    crew.mails.beforeAnswer = () => new Promise((resolve) => (answerNow = resolve));
    await placeOne();
    await eventually(() => expect(answerNow).toBeDefined());
    const stopped = worker.stop();
    await eventually(async () => expect(await crew.database.run(LISTENS_NO_MORE)).toHaveLength(1));
    answerNow!();
    expect(await stopped).toBe(0);
    expect(crew.mails.accepted).toHaveLength(1);
    expect(await waitingJobs(crew.database)).toEqual([]);
  });

  test('gives back the mail that the server does not answer: another worker sends it', async () => {
    const worker = await crew.addWorker();
    crew.mails.nextWill('stalled');
    await placeOne();
    await eventually(() => expect(crew.mails.received).toHaveLength(1));
    const { result: code, milliseconds } = await timed(worker.stop());
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(LONGEST_STOP_MS);
    expect(await waitingJobs(crew.database)).toEqual([
      expect.objectContaining({ taken: false, attempts: 1 }),
    ]);

    await crew.addWorker();
    await eventually(() => expect(crew.mails.accepted).toHaveLength(1));
    const ids = crew.mails.received.map(({ parsed }) => parsed.messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('leaves what it has not begun to the others, and nothing half done', async () => {
    const [first, second] = [(await crew.signIn(1))[0]!, (await crew.signIn(2))[0]!];
    for (let id = 1; id <= TITLES; id++)
      for (const client of [first, second]) await granted(client.post(HOLDS, { id, ignoreHoldEmail: true }));
    await crew.clock.advance(72 * HOUR);
    const worker = await crew.addWorker();
    await eventually(async () => expect((await deedsOf(crew.database)).missed?.times).toBeGreaterThan(0));
    expect(await worker.stop()).toBe(0);
    expect(await brokenInvariants(crew.database)).toEqual([]);
    await crew.addWorker();
    await eventually(async () =>
      expect(await deedsOf(crew.database)).toEqual({
        missed: { times: TITLES, holds: TITLES },
        ready: { times: 2 * TITLES, holds: 2 * TITLES },
      }),
    );
  });
});
