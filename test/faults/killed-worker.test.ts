import { setTimeout as sleep } from 'node:timers/promises';
import { granted } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { type OwnServer, startOwnServer } from '../support/own-server.js';
import { smallLibrary } from '../support/records.js';
import { HOLDS } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';
import { waitingJobs } from '../support/worker.js';

const PATRONS = 6;
const RECORDS = smallLibrary(PATRONS, Array<number>(PATRONS).fill(1));

/** Promised: the jobs of a dead worker go to the others within this time. */
const TAKEN_OVER_MS = 60_000;
/** How often workers look for dead ones, and how long they watch one before they take its jobs, each with some more. */
const ONE_LOOK_MS = 3_000;
const PATIENCE_MS = 18_000;

let crew: Crew;
afterEach(async () => {
  crew.mails.beforeAnswer = () => Promise.resolve();
  expect(await brokenInvariants(crew.database)).toEqual([]);
  await crew.close();
});

const address = (patronId: number): string => `patron-${patronId}@example.org`;

/** The patron's hold on a title of their own, which makes it ready at once. */
async function place(...patronIds: readonly number[]): Promise<void> {
  for (const patronId of patronIds) {
    const [client] = await crew.signIn(patronId);
    await granted(client!.post(HOLDS, { id: patronId, emailAddress: address(patronId) }));
  }
}

/** The Message-IDs of the mails that came for this patron, whatever became of them. */
function messageIds(patronId: number): (string | undefined)[] {
  return crew.mails.receivedFor(address(patronId)).map(({ parsed }) => parsed.messageId);
}

function underWay(count: number): Promise<void> {
  return eventually(async () => {
    expect(crew.mails.received).toHaveLength(count);
    expect((await waitingJobs(crew.database)).filter(({ taken }) => taken)).toHaveLength(count);
  });
}

describe('a worker that is killed with mails under way', () => {
  beforeEach(async () => {
    crew = await Crew.start(RECORDS);
  });

  test('leaves them to the next worker, which sends each once more, with the same Message-ID', async () => {
    crew.mails.always('stalled');
    const doomed = await crew.addWorker({ MAIL_CONCURRENCY: '3' });
    await place(1, 2, 3, 4, 5);
    await underWay(3);
    await doomed.kill();
    expect(await brokenInvariants(crew.database)).toEqual([]);

    crew.mails.always('accepted');
    await crew.addWorker();
    await eventually(async () => expect(await waitingJobs(crew.database)).toEqual([]), TAKEN_OVER_MS);
    for (const patronId of [1, 2, 3, 4, 5]) {
      expect(crew.mails.acceptedFor(address(patronId))).toHaveLength(1);
      expect(new Set(messageIds(patronId)).size).toBe(1);
    }
    expect(crew.mails.received).toHaveLength(3 + 5);
  });

  test('leaves them to the workers that live, which keep their own', async () => {
    let answerNow: (() => void) | undefined;
    const wait = new Promise<void>((resolve) => (answerNow = resolve));
    crew.mails.beforeAnswer = ({ recipients }) => (recipients[0] === address(1) ? wait : Promise.resolve());
    const busy = await crew.addWorker({ MAIL_CONCURRENCY: '1' });
    await place(1);
    await underWay(1);
    crew.mails.nextWill('stalled', 'stalled');
    const doomed = await crew.addWorker({ MAIL_CONCURRENCY: '2' });
    await place(2, 3);
    await underWay(3);
    await doomed.kill();
    const free = await crew.addWorker();

    await eventually(() => expect(crew.mails.acceptedFor(address(3))).toHaveLength(1), TAKEN_OVER_MS);
    await eventually(() => expect(crew.mails.acceptedFor(address(2))).toHaveLength(1));
    await sleep(ONE_LOOK_MS);
    expect(await waitingJobs(crew.database)).toEqual([expect.objectContaining({ taken: true, attempts: 1 })]);
    answerNow!();
    await eventually(async () => expect(await waitingJobs(crew.database)).toEqual([]));
    expect(messageIds(1)).toHaveLength(1);
    expect(await Promise.all([busy.stop(), free.stop()])).toEqual([0, 0]);
  });
});

test('a worker that lives through a restart of the database keeps the mail that it has under way', async () => {
  const server: OwnServer = await startOwnServer();
  crew = await Crew.start(RECORDS, 1, { url: server.url, drop: () => server.remove() });
  let answerNow: (() => void) | undefined;
  crew.mails.beforeAnswer = () => new Promise((resolve) => (answerNow = resolve));
  await crew.addWorker();
  await place(1);
  await underWay(1);
  await crew.addWorker();

  await server.stop();
  await server.start();
  await eventually(async () => expect(await waitingJobs(crew.database)).toHaveLength(1));
  await sleep(PATIENCE_MS);
  expect(await waitingJobs(crew.database)).toEqual([expect.objectContaining({ taken: true, attempts: 1 })]);
  answerNow!();
  await eventually(async () => expect(await waitingJobs(crew.database)).toEqual([]));
  expect(messageIds(1)).toHaveLength(1);
});
