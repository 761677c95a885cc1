import { QueueService } from '../../../../src/circulation/queue.service.js';
import { TimersService } from '../../../../src/circulation/timers/timers.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { Metrics } from '../../../../src/platform/observability/metrics.js';
import { eventually } from '../../../support/clock.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { waitingJobs } from '../../../support/jobs.js';
import { IS_LONG_RUN, report } from '../../../support/runs/long-run.js';
import { type MailOutcome, MailServer } from '../../../support/mail-server.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { createFixture, FORGET_OTHER_NOTICES, restoreFixture, sessionsAreIdle } from './fixture.js';
import {
  type CutPoint,
  startStatementProxy,
  type StatementProxy,
} from '../../support/servers/statement-proxy.js';
import { withConstants } from '../../support/constants.js';

/** The statements of one notice, from the one that makes a job of it to the one that completes the job. What is purged is another task. */
const OF_A_JOB = /^(outbox-|get_job|complete_job|fail_job|notice-(?!\w+-purge))/;

/** Longer than a worker waits before it tries again, or releases what never reached it. */
const RETRY_LIMIT_MS = 30_000;

let fixture: ServiceUnderTest;
let proxy: StatementProxy;
let mails: MailServer;

beforeAll(async () => {
  mails = await MailServer.start();
  fixture = await startService();
  await createFixture(fixture);
  await recordOvertaking(fixture.database);
  proxy = await startStatementProxy(fixture.databaseUrl);
});
afterAll(async () => {
  await proxy.close();
  await fixture.close();
  await mails.stop();
});

/** The only thing left to do is the notice to patron 1. */
async function restoreOneNotice(): Promise<void> {
  await restoreFixture(fixture.database);
  const timers = new TimersService(fixture.database, new QueueService(), new Metrics());
  timers.start();
  await timers.stop();
  for (const [index, sql] of FORGET_OTHER_NOTICES.entries())
    await fixture.database.run(statement(`mail-job-forget-${index}`, sql));
  mails.received.length = 0;
}

const FAILURES = statement('mail-job-failures', 'SELECT smtp_code FROM notice_failure');

interface KillPoint {
  readonly statement: string;
  readonly when: CutPoint['when'];
}

interface Result {
  /** Mails that the server accepted. */
  readonly mails: number;
  readonly messageIds: number;
  /** Refusals that the library can read. */
  readonly failures: number;
  /** Each once, in the order in which it was first sent. */
  readonly statements: readonly string[];
  readonly hasCut: boolean;
}

/**
 * Runs a worker until the job is gone. The mail server gives the first mail the outcome `first`, and accepts later ones. The
 * connection is cut at the first statement with the name of `point`.
 */
async function work(first: MailOutcome, point?: KillPoint): Promise<Result> {
  await restoreOneNotice();
  let isFirst = true;
  mails.answerAllWith((recipients) => {
    const outcome = isFirst ? first : 'accepted';
    if (recipients.length > 0) isFirst = false;
    return outcome;
  });
  const cut = point && ({ index: 0, when: point.when } as const);
  proxy.watch(cut, (name) => (point === undefined ? OF_A_JOB.test(name) : nameOf(name) === point.statement));
  const settings = {
    ROLE: 'worker',
    NODE_OPTIONS: withConstants({ mailConcurrency: 1 }),
    SMTP_URL: mails.url,
  };
  const worker = await startService([], { ...settings, DATABASE_URL: proxy.url });
  try {
    await eventually(async () => expect(await waitingJobs(fixture.database)).toEqual([]), RETRY_LIMIT_MS);
  } finally {
    await worker.close();
  }
  await sessionsAreIdle(fixture.database);
  expect(await brokenInvariants(fixture.database)).toEqual([]);
  return {
    mails: mails.accepted.length,
    messageIds: new Set(mails.accepted.map(({ parsed }) => parsed.messageId)).size,
    failures: (await fixture.database.run(FAILURES)).length,
    statements: [...new Set(proxy.seen.map(nameOf))],
    hasCut: proxy.hasCut,
  };
}

/** graphile-worker adds its schema to the names of its statements. */
const nameOf = (statement: string): string => statement.replace('/graphile_worker', '');

interface Mailing {
  readonly name: string;
  readonly first: MailOutcome;
  /** Among its statements. */
  readonly statement: string;
  readonly mails: number;
  readonly failures: number;
}

const MAILINGS: readonly Mailing[] = [
  {
    name: 'a notice that is accepted',
    first: 'accepted',
    statement: 'notice-find-ready',
    mails: 1,
    failures: 0,
  },
  {
    name: 'a notice that is refused permanently',
    first: { refused: 'recipient', code: 550 },
    statement: 'notice-record-failure',
    mails: 0,
    failures: 1,
  },
  {
    name: 'a notice that is accepted at the second attempt',
    first: { refused: 'recipient', code: 451 },
    statement: 'fail_job',
    mails: 1,
    failures: 0,
  },
];

// Each point waits until a worker tries again: among all other tests one mailing is enough.
describe.each(IS_LONG_RUN ? MAILINGS : MAILINGS.slice(0, 1))('$name', (mailing) => {
  test('is sent or listed as failed wherever the connection is cut, and sent twice only with one Message-ID', async () => {
    const baseline = await work(mailing.first);
    expect(baseline).toMatchObject({ mails: mailing.mails, failures: mailing.failures });
    expect(baseline.statements).toEqual(
      expect.arrayContaining([
        'outbox-add-jobs',
        'outbox-delete',
        'get_job',
        mailing.statement,
        'complete_job',
      ]),
    );
    const points = baseline.statements.flatMap((statement) =>
      (['before', 'after'] as const).map((when) => ({ statement, when })),
    );
    for (const point of points) await expectNotLost(mailing, point);
  }, 600_000);
});

async function expectNotLost({ name, first }: Mailing, { statement, when }: KillPoint): Promise<void> {
  const description = `${name}: cut ${when} ${statement}`;
  const { hasCut, mails, messageIds, failures } = await work(first, { statement, when });
  expect({ description, hasCut }).toEqual({ description, hasCut: true });
  expect(mails + failures).toBeGreaterThanOrEqual(1);
  expect(mails).toBeLessThanOrEqual(2);
  expect(messageIds).toBe(Math.min(mails, 1));
  report(`${description} → ${mails} mails, ${failures} failures listed`);
}
