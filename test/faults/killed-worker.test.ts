import { setTimeout as sleep } from 'node:timers/promises';
import { mustSucceed } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { type DedicatedServer, startDedicatedServer } from '../support/dedicated-server.js';
import { smallLibrary } from '../support/records.js';
import { HOLDS } from '../support/paths.js';
import { WorkerDeployment } from '../support/worker-deployment.js';
import { waitingJobs } from '../support/jobs.js';

const PATRONS = 6;
const RECORDS = smallLibrary(PATRONS, Array<number>(PATRONS).fill(1));

/** Promised: the jobs of a dead worker go to the others within this time. */
const MAX_TAKE_OVER_MS = 60_000;
/** How often workers look for dead ones, and how long they watch one before they take its jobs, each with some more. */
const ONE_LOOK_MS = 3_000;
const TAKE_OVER_WAIT_MS = 18_000;

let deployment: WorkerDeployment;
afterEach(async () => {
  deployment.mails.beforeAnswer = () => Promise.resolve();
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

/** The patron's hold on a title of their own, which makes it ready at once. */
async function place(...patronIds: readonly number[]): Promise<void> {
  for (const patronId of patronIds) {
    const [client] = await deployment.signIn(patronId);
    await mustSucceed(client!.post(HOLDS, { id: patronId, emailAddress: address(patronId) }));
  }
}

/** The Message-IDs of the mails that came for this patron, whatever became of them. */
function messageIds(patronId: number): (string | undefined)[] {
  return deployment.mails.receivedFor(address(patronId)).map(({ parsed }) => parsed.messageId);
}

function underWay(count: number): Promise<void> {
  return eventually(async () => {
    expect(deployment.mails.received).toHaveLength(count);
    expect((await waitingJobs(deployment.database)).filter(({ taken }) => taken)).toHaveLength(count);
  });
}

describe('a worker that is killed with mails under way', () => {
  beforeEach(async () => {
    deployment = await WorkerDeployment.start(RECORDS);
  });

  test('leaves them to the next worker, which sends each once more, with the same Message-ID', async () => {
    deployment.mails.answerAllWith('stalled');
    const doomed = await deployment.addWorker({ MAIL_CONCURRENCY: '3' });
    await place(1, 2, 3, 4, 5);
    await underWay(3);
    await doomed.kill();
    expect(await brokenInvariants(deployment.database)).toEqual([]);

    deployment.mails.answerAllWith('accepted');
    await deployment.addWorker();
    await eventually(
      async () => expect(await waitingJobs(deployment.database)).toEqual([]),
      MAX_TAKE_OVER_MS,
    );
    for (const patronId of [1, 2, 3, 4, 5]) {
      expect(deployment.mails.acceptedFor(address(patronId))).toHaveLength(1);
      expect(new Set(messageIds(patronId)).size).toBe(1);
    }
    expect(deployment.mails.received).toHaveLength(3 + 5);
  });

  test('leaves them to the workers that live, which keep their own', async () => {
    let answerNow: (() => void) | undefined;
    const wait = new Promise<void>((resolve) => (answerNow = resolve));
    deployment.mails.beforeAnswer = ({ recipients }) =>
      recipients[0] === address(1) ? wait : Promise.resolve();
    const busy = await deployment.addWorker({ MAIL_CONCURRENCY: '1' });
    await place(1);
    await underWay(1);
    deployment.mails.answerNextWith('stalled', 'stalled');
    const doomed = await deployment.addWorker({ MAIL_CONCURRENCY: '2' });
    await place(2, 3);
    await underWay(3);
    await doomed.kill();
    const free = await deployment.addWorker();

    await eventually(
      () => expect(deployment.mails.acceptedFor(address(3))).toHaveLength(1),
      MAX_TAKE_OVER_MS,
    );
    await eventually(() => expect(deployment.mails.acceptedFor(address(2))).toHaveLength(1));
    await sleep(ONE_LOOK_MS);
    expect(await waitingJobs(deployment.database)).toEqual([
      expect.objectContaining({ taken: true, attempts: 1 }),
    ]);
    answerNow!();
    await eventually(async () => expect(await waitingJobs(deployment.database)).toEqual([]));
    expect(messageIds(1)).toHaveLength(1);
    expect(await Promise.all([busy.stop(), free.stop()])).toEqual([0, 0]);
  });
});

test('a worker that lives through a restart of the database keeps the mail that it has under way', async () => {
  const server: DedicatedServer = await startDedicatedServer();
  deployment = await WorkerDeployment.start(RECORDS, 1, { url: server.url, drop: () => server.remove() });
  let answerNow: (() => void) | undefined;
  deployment.mails.beforeAnswer = () => new Promise((resolve) => (answerNow = resolve));
  await deployment.addWorker();
  await place(1);
  await underWay(1);
  await deployment.addWorker();

  await server.stop();
  await server.start();
  await eventually(async () => expect(await waitingJobs(deployment.database)).toHaveLength(1));
  await sleep(TAKE_OVER_WAIT_MS);
  expect(await waitingJobs(deployment.database)).toEqual([
    expect.objectContaining({ taken: true, attempts: 1 }),
  ]);
  answerNow!();
  await eventually(async () => expect(await waitingJobs(deployment.database)).toEqual([]));
  expect(messageIds(1)).toHaveLength(1);
});
