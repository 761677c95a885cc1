import { setTimeout as sleep } from 'node:timers/promises';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { brokenInvariants } from '../../support/invariants.js';
import { smallLibrary } from '../../support/records.js';
import { HOLDS } from '../../support/paths.js';
import { WorkerDeployment } from '../support/servers/worker-deployment.js';
import { type WaitingJob, waitingJobs } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import type { ServiceProcess } from '../support/processes.js';
import { withConstants } from '../support/constants.js';

const PATRONS = 6;
const RECORDS = smallLibrary(PATRONS, Array<number>(PATRONS).fill(1));

/** Promised: the jobs of a dead worker go to the others within this time. */
const MAX_TAKE_OVER_MS = 60_000;
/** How often workers look for dead ones, and how long they watch one before they take its jobs, each with some more. */
const ONE_LOOK_MS = 3_000;

const address = (patronId: number): string => `patron-${patronId}@example.org`;

/** Workers with mails under way. At its end no invariant may be broken. */
class WorkersAtWork {
  private constructor(private readonly deployment: WorkerDeployment) {}

  static async run(test: (workers: WorkersAtWork) => Promise<void>): Promise<void> {
    const deployment = await WorkerDeployment.start(RECORDS);
    try {
      await test(new WorkersAtWork(deployment));
      deployment.mails.beforeAnswer = () => Promise.resolve();
      expect(await brokenInvariants(deployment.database)).toEqual([]);
    } finally {
      await deployment.close();
    }
  }

  get mails(): MailServer {
    return this.deployment.mails;
  }

  add(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    return this.deployment.addWorker(settings);
  }

  jobs(): Promise<WaitingJob[]> {
    return waitingJobs(this.deployment.database);
  }

  brokenInvariants(): Promise<string[]> {
    return brokenInvariants(this.deployment.database);
  }

  /** The patron's hold on a title of their own, which makes it ready at once. */
  async place(...patronIds: readonly number[]): Promise<void> {
    for (const patronId of patronIds) {
      const [client] = await this.deployment.signIn(patronId);
      await mustSucceed(client!.post(HOLDS, { id: patronId, emailAddress: address(patronId) }));
    }
  }

  /** The Message-IDs of the mails that came for this patron, whatever became of them. */
  messageIds(patronId: number): (string | undefined)[] {
    return this.mails.receivedFor(address(patronId)).map(({ parsed }) => parsed.messageId);
  }

  async untilUnderWay(count: number): Promise<void> {
    await eventually(async () => {
      expect(this.mails.received).toHaveLength(count);
      expect((await this.jobs()).filter(({ taken }) => taken)).toHaveLength(count);
    });
  }
}

// Most of the time these tests wait until a worker is known to be dead, so that they run at the same time.

describe('a worker that is killed with mails under way', () => {
  test.concurrent(
    'leaves them to the next worker, which sends each once more, with the same Message-ID',
    () =>
      WorkersAtWork.run(async (workers) => {
        workers.mails.answerAllWith('stalled');
        const doomed = await workers.add({ NODE_OPTIONS: withConstants({ mailConcurrency: 3 }) });
        await workers.place(1, 2, 3, 4, 5);
        await workers.untilUnderWay(3);
        await doomed.kill();
        expect(await workers.brokenInvariants()).toEqual([]);

        workers.mails.answerAllWith('accepted');
        await workers.add();
        await eventually(async () => expect(await workers.jobs()).toEqual([]), MAX_TAKE_OVER_MS);
        for (const patronId of [1, 2, 3, 4, 5]) {
          expect(workers.mails.acceptedFor(address(patronId))).toHaveLength(1);
          expect(new Set(workers.messageIds(patronId)).size).toBe(1);
        }
        expect(workers.mails.received).toHaveLength(3 + 5);
      }),
  );

  test.concurrent('leaves them to the workers that live, which keep their own', () =>
    WorkersAtWork.run(async (workers) => {
      let answerNow: (() => void) | undefined;
      const wait = new Promise<void>((resolve) => (answerNow = resolve));
      workers.mails.beforeAnswer = ({ recipients }) =>
        recipients[0] === address(1) ? wait : Promise.resolve();
      const busy = await workers.add({ NODE_OPTIONS: withConstants({ mailConcurrency: 1 }) });
      await workers.place(1);
      await workers.untilUnderWay(1);
      workers.mails.answerNextWith('stalled', 'stalled');
      const doomed = await workers.add({ NODE_OPTIONS: withConstants({ mailConcurrency: 2 }) });
      await workers.place(2, 3);
      await workers.untilUnderWay(3);
      await doomed.kill();
      const free = await workers.add();

      for (const patronId of [3, 2])
        await eventually(
          () => expect(workers.mails.acceptedFor(address(patronId))).toHaveLength(1),
          MAX_TAKE_OVER_MS,
        );
      await sleep(ONE_LOOK_MS);
      expect(await workers.jobs()).toEqual([expect.objectContaining({ taken: true, attempts: 1 })]);
      answerNow!();
      await eventually(async () => expect(await workers.jobs()).toEqual([]));
      expect(workers.messageIds(1)).toHaveLength(1);
      expect(await Promise.all([busy.stop(), free.stop()])).toEqual([0, 0]);
    }),
  );
});
