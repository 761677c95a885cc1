import pg from 'pg';
import { statement } from '../../../src/platform/database/statement.js';
import { fields, mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { brokenInvariants, recordOvertaking } from '../../support/invariants.js';
import { waitingJobs } from '../../support/jobs.js';
import { HOLDS } from '../../support/paths.js';
import { urlWithLongTimeouts } from '../support/processes.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { reserveIdOf, smallLibrary } from '../../support/records.js';
import { WorkerDeployment } from '../support/servers/worker-deployment.js';

const TITLES = 100;
const MAX_STOP_MS = 35_000;

let deployment: WorkerDeployment;
async function start(apis: number): Promise<void> {
  const titles = Array<number>(TITLES).fill(1);
  deployment = await WorkerDeployment.start(smallLibrary(12, titles, { holdLimit: TITLES }), apis);
  await recordOvertaking(deployment.database);
}
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

/** What a client gets whose connection the process has not accepted when it stops. */
const NOT_ACCEPTED = ['ECONNREFUSED', 'ECONNRESET'];

/** Sends a request on a new connection. Undefined if the process has stopped before it accepted that. */
async function sendUnlessStopped(
  url: string,
  token: string,
  method: string,
  path: string,
): Promise<RawAnswer | undefined> {
  const body = method === 'POST' ? { body: fields({ ignoreHoldEmail: true }) } : {};
  const headers = [
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
  ] as const;
  try {
    return await sendRaw(url, { method, path, headers, ...body });
  } catch (error) {
    if (NOT_ACCEPTED.includes((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Places, lists and removes holds on one title after the other, from this one on, until nobody listens. Adds the status of
 * every answer to `statuses`.
 */
async function sendUntilStopped(
  url: string,
  token: string,
  first: number,
  statuses: number[],
): Promise<void> {
  for (let number = first; ; number = (number % TITLES) + 1) {
    const hold = `${HOLDS}/${reserveIdOf(number)}`;
    for (const [method, path] of [
      ['POST', hold],
      ['GET', HOLDS],
      ['DELETE', hold],
    ] as const) {
      const answer = await sendUnlessStopped(url, token, method, path);
      if (answer === undefined) return;
      statuses.push(answer.status);
    }
  }
}

/** A worker first stops listening for new jobs. */
const STOPPED_LISTENING = statement(
  'test-stopped-listening',
  `SELECT FROM pg_stat_activity WHERE query ILIKE 'UNLISTEN%' AND datname = current_database()`,
);

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const start = performance.now();
  return { result: await work, milliseconds: performance.now() - start };
}

describe('a process that is asked to stop', () => {
  beforeEach(() => start(0));

  test('under load answers every request that it has accepted', async () => {
    // With enough connections, titles far apart, and long limits: what waits may end in a 503 on a busy machine.
    const DATABASE_URL = urlWithLongTimeouts(deployment.databaseUrl);
    const stopping = await deployment.add({ ROLE: 'all', POOL_SIZE: '20', DATABASE_URL, LOG_LEVEL: 'info' });
    const tokens = await Promise.all(Array.from({ length: 12 }, (_, index) => deployment.tokenOf(index + 1)));
    const statuses: number[] = [];
    const load = Promise.all(
      tokens.map((token, index) => sendUntilStopped(stopping.url, token, 1 + index * 8, statuses)),
    );
    await eventually(() => expect(statuses.length).toBeGreaterThan(300));
    const { result: code, milliseconds } = await timed(stopping.stop());
    await load;
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(MAX_STOP_MS);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    // What the clients took for not accepted was not: every request that the process knows of has its answer.
    expect(stopping.output().match(/"msg":"request"/g)).toHaveLength(statuses.length);
    expect(stopping.output()).not.toMatch(/error|warn/i);
  });

  test('answers a request that waits for a lock, even if it is asked to stop twice', async () => {
    const stopping = await deployment.add({
      ROLE: 'api',
      DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
    });
    const token = await deployment.tokenOf(1);
    const locker = new pg.Client(deployment.databaseUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
      const answer = sendUnlessStopped(stopping.url, token, 'POST', `${HOLDS}/1`);
      await eventually(async () =>
        expect(await statementsWaitingForLocks(deployment.database)).toHaveLength(1),
      );
      const stopped = timed(stopping.stop());
      // When it no longer listens, it waits only for the request.
      await eventually(async () =>
        expect(await sendUnlessStopped(stopping.url, token, 'GET', HOLDS)).toBeUndefined(),
      );
      // Like npm, which forwards a Ctrl-C that its child has received as well.
      const again = stopping.stop();
      await locker.query('COMMIT');
      expect((await answer)?.status).toBe(201);
      const { result: code, milliseconds } = await stopped;
      expect([code, milliseconds < MAX_STOP_MS]).toEqual([0, true]);
      expect(await again).toBe(0);
    } finally {
      await locker.end();
    }
  });
});

describe('a worker that is asked to stop', () => {
  beforeEach(() => start(1));

  const placeOne = async (): Promise<void> => {
    const [client] = await deployment.signIn(1);
    await mustSucceed(client!.post(HOLDS, { id: 1, emailAddress: 'reader@example.org' }));
  };

  test('finishes the mail that it is sending', async () => {
    const worker = await deployment.addWorker();
    let answerNow: (() => void) | undefined;
    deployment.mails.beforeAnswer = () => new Promise((resolve) => (answerNow = resolve));
    await placeOne();
    await eventually(() => expect(answerNow).toBeDefined());
    const stopped = worker.stop();
    await eventually(async () => expect(await deployment.database.run(STOPPED_LISTENING)).toHaveLength(1));
    answerNow!();
    expect(await stopped).toBe(0);
    expect(deployment.mails.accepted).toHaveLength(1);
    expect(await waitingJobs(deployment.database)).toEqual([]);
  });

  test('gives up a mail that the mail server does not answer: another worker sends it', async () => {
    const worker = await deployment.addWorker();
    deployment.mails.answerNextWith('stalled');
    await placeOne();
    await eventually(() => expect(deployment.mails.received).toHaveLength(1));
    const { result: code, milliseconds } = await timed(worker.stop());
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(MAX_STOP_MS);
    expect(await waitingJobs(deployment.database)).toEqual([
      expect.objectContaining({ taken: false, attempts: 1 }),
    ]);

    await deployment.addWorker();
    await eventually(() => expect(deployment.mails.accepted).toHaveLength(1));
    const ids = deployment.mails.received.map(({ parsed }) => parsed.messageId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});
