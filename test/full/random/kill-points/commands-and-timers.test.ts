import { purgeExpiredTokens } from '../../../../src/access/tokens/tokens.store.js';
import { purgeBookmarks } from '../../../../src/catalog/harvest/bookmarks.store.js';
import { purgeWithdrawnTitles } from '../../../../src/catalog/harvest/withdrawn-titles.store.js';
import { PaceReviews } from '../../../../src/circulation/pace/pace-reviews.service.js';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { purgeAssignments } from '../../../../src/circulation/hold-trace.store.js';
import { TimersService } from '../../../../src/circulation/timers/timers.service.js';
import { purgePhoneCodes } from '../../../../src/patrons/phone.store.js';
import { purgeAnswers } from '../../../../src/http/idempotency/idempotency.store.js';
import { publisherOf } from '../../../support/runs/wait-curves.js';
import { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { Metrics } from '../../../../src/platform/observability/metrics.js';
import { type Answer, PatronClient } from '../../../support/client.js';
import { NO_TIMEOUTS } from '../../../support/database.js';
import { recordOvertaking } from '../../../support/invariants.js';
import { report } from '../../../support/runs/long-run.js';
import { SEED } from '../../../support/seeded-random.js';
import { SANDBOX_SETTINGS } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { type Command, COMMANDS } from './commands.js';
import type { Callers } from './imports.js';
import { createFixture } from './fixture.js';
import { type Attempt, type Baseline, type CutResult, type KillPoint, KillPoints } from './kill-points.js';
import { startStatementProxy, type StatementProxy } from '../../support/servers/statement-proxy.js';

const CLEANUPS = [
  purgeExpiredTokens,
  purgeAnswers,
  purgeBookmarks,
  purgeWithdrawnTitles,
  purgeAssignments,
  purgePhoneCodes,
];

const WANT_ONE_MORE = statement(
  'kill-points-want-one-more',
  `WITH chosen AS (UPDATE pace SET ready_at_most = 2)
   INSERT INTO pace_review (website_id, patron_id) SELECT website_id, patron_id FROM pace`,
);

let fixture: ServiceUnderTest;
let proxy: StatementProxy;
/** Works on the fixture's database, over connections that are cut. */
let service: ServiceUnderTest;
let callers: Callers;
let killPoints: KillPoints;
let points = 0;

beforeAll(async () => {
  fixture = await startService();
  const tokens = await createFixture(fixture);
  await recordOvertaking(fixture.database);
  proxy = await startStatementProxy(fixture.databaseUrl);
  service = await startService([], { DATABASE_URL: proxy.url, ...SANDBOX_SETTINGS });
  const { url } = service;
  callers = { url, as: (patronId) => new PatronClient(url, tokens.get(patronId) ?? '') };
  killPoints = new KillPoints(fixture, proxy);
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await fixture.close();
  report(`${points} kill points`);
});

test.each(COMMANDS)(
  `$name: all or nothing wherever the connection is cut, and a retry converges (HOLDFAST_TEST_SEED=${SEED})`,
  async (command) => {
    const attempt: Attempt = {
      name: command.name,
      perform: async () => outcomeOf(await command.send(callers)),
    };
    const baseline = await killPoints.learn(attempt);
    expect(baseline.outcome).toMatch(/^[24]/);
    for (const point of killPoints.pointsOf(attempt, baseline)) {
      const result = await killPoints.cutAt(point, attempt, baseline);
      expectTruth(point, command, result, baseline);
      const retried = await retry(command, attempt, result, baseline);
      const done = result.isDone ? 'done' : 'not done';
      report(`${point.description} → ${result.outcome}, ${done}; retry → ${retried ?? 'none'}`);
      points++;
    }
  },
  600_000,
);

/** The status, and the code of a refusal. */
function outcomeOf({ status, body }: Answer): string {
  const { errorCode } = (body ?? {}) as { errorCode?: string };
  return [status, errorCode].filter(Boolean).join(' ');
}

/** The answer is 503, or it is the usual one and the change is stored. */
function expectTruth(
  { description, isCommit }: KillPoint,
  { isRead, isSettled }: Command,
  { outcome, isDone }: CutResult,
  baseline: Baseline,
): void {
  const isUsual = (isCommit && isSettled) || outcome === baseline.outcome;
  expect({ description, outcome }).toEqual({
    description,
    outcome: isUsual ? baseline.outcome : '503 ServiceUnavailable',
  });
  if (isUsual && !isRead) expect({ description, isDone }).toEqual({ description, isDone: true });
}

/** Sends the request again, as a client does after 503. @returns its outcome; undefined when it was not sent */
async function retry(
  { answerOnceDone, name }: Command,
  { perform }: Attempt,
  { isDone }: CutResult,
  { rowsBefore, rowsAfter, outcome }: Baseline,
): Promise<string | undefined> {
  const isChange = JSON.stringify(rowsBefore) !== JSON.stringify(rowsAfter);
  const expected = isDone && isChange ? answerOnceDone : outcome;
  if (expected === undefined) return undefined;
  const retried = await perform();
  expect({ name, retried, rows: await killPoints.storedRows() }).toEqual({
    name,
    retried: expected,
    rows: rowsAfter,
  });
  return retried;
}

describe('without a client', () => {
  let database: Database;
  beforeAll(() => {
    database = new Database({ url: proxy.url, poolSize: 2, ...NO_TIMEOUTS });
  });
  afterAll(() => database.close());

  const applyDueQueues = async (connection = database): Promise<string> => {
    const timers = new TimersService(connection, new QueueService(), new Metrics());
    timers.start();
    await timers.stop();
    return 'stopped';
  };

  const purge = async (): Promise<string> => {
    try {
      for (const cleanup of CLEANUPS) await cleanup(database);
      return 'purged';
    } catch {
      return 'failed';
    }
  };

  test('timers bring all due queues up to date or none wherever the connection is cut, and the rest the next time', async () => {
    const attempt = { name: 'timers', perform: () => applyDueQueues() };
    const baseline = await killPoints.learn(attempt);
    expect(baseline.rowsAfter).not.toEqual(baseline.rowsBefore);
    for (const point of killPoints.pointsOf(attempt, baseline)) {
      await killPoints.cutAt(point, attempt, baseline);
      await expectDoneNextTime(point.description, attempt, baseline);
    }
  }, 600_000);

  test('events are published and observations counted once, or all is left for the next time', async () => {
    const attempt = {
      name: 'publishing',
      perform: async () => {
        // Over another connection, which is not cut: a pickup is missed, and a loan ends.
        await applyDueQueues(fixture.database);
        return publisherOf(database)
          .publish()
          .then(
            () => 'published',
            () => 'failed',
          );
      },
    };
    const baseline = await killPoints.learn(attempt);
    const kinds = (rows: readonly string[]): Set<string> => new Set(rows.map((row) => row.split(' ')[0]!));
    const before = kinds(baseline.rowsBefore);
    const written = [...kinds(baseline.rowsAfter)].filter((kind) => !before.has(kind));
    expect(written).toEqual(expect.arrayContaining(['event', 'observation']));
    const outboxes = ['patron_event_outbox', 'title_event_outbox'];
    expect([...kinds(baseline.rowsAfter)].filter((kind) => outboxes.includes(kind))).toEqual([]);
    for (const point of killPoints.pointsOf(attempt, baseline)) {
      const { rows } = await killPoints.cut(point, attempt);
      const isPublished = rows.some((row) => row.startsWith('event ') && row.includes('"stream":"patrons"'));
      expect([point.description, kinds(rows).has('observation'), kinds(rows).has(outboxes[0]!)]).toEqual([
        point.description,
        isPublished,
        !isPublished,
      ]);
      await expectDoneNextTime(point.description, attempt, baseline);
    }
  });

  /** Each queue is brought up to date in a transaction of its own, and the review is deleted last. */
  test('a review of a patron with a pace that is cut off is done the next time', async () => {
    const attempt = {
      name: 'review',
      perform: async () => {
        // Over another connection, which is not cut.
        await fixture.database.run(WANT_ONE_MORE);
        const reviews = new PaceReviews(database, new QueueService());
        return reviews.reviewAll().then(
          () => 'reviewed',
          () => 'failed',
        );
      },
    };
    const baseline = await killPoints.learn(attempt);
    const ready = (rows: readonly string[]): number => rows.filter((row) => row.includes('"offered"')).length;
    expect(ready(baseline.rowsAfter)).toBe(ready(baseline.rowsBefore) + 1);
    for (const point of killPoints.pointsOf(attempt, baseline)) {
      await killPoints.cut(point, attempt);
      await expectDoneNextTime(point.description, attempt, baseline);
    }
  });

  /** Each cleanup deletes with one statement, before which it may look for what to delete. So some of them can be done. */
  test('cleanups that are cut off are done the next time', async () => {
    const attempt = { name: 'cleanups', perform: purge };
    const baseline = await killPoints.learn(attempt);
    const deletes = baseline.statements.map((name) => !name.endsWith('-find'));
    const deletedBefore = (index: number): number => deletes.slice(0, index).filter(Boolean).length;
    expect(baseline.rowsBefore.length - baseline.rowsAfter.length).toBe(deletedBefore(deletes.length));
    for (const point of killPoints.pointsOf(attempt, baseline)) {
      const rowsLeft =
        baseline.rowsBefore.length - deletedBefore(point.index + (point.when === 'after' ? 1 : 0));
      const { rows } = await killPoints.cut(point, attempt);
      expect(rows).toHaveLength(rowsLeft);
      await expectDoneNextTime(point.description, attempt, baseline);
    }
  });

  async function expectDoneNextTime(
    description: string,
    { perform }: Attempt,
    { rowsAfter }: Baseline,
  ): Promise<void> {
    await perform();
    expect({ description, rows: await killPoints.storedRows() }).toEqual({ description, rows: rowsAfter });
    report(`${description} → done the next time`);
    points++;
  }
});
