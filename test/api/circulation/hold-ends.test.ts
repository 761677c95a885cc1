import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOLD_END_REASONS, type HoldEndReason } from '../../../src/domain/holds/hold-end.js';
import { statement } from '../../../src/platform/database/statement.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { metricsOf } from '../../support/metrics.js';
import { library as libraryRecord, toLines } from '../../support/records.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));

/** Each place in the source that deletes rows of `hold`, as the file's path with how often. */
function deletionsOfHolds(): Record<string, number> {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const found = paths
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('generated'))
    .map((path): [string, number] => [
      path,
      [
        ...readFileSync(`${SOURCE}${path}`, 'utf8').matchAll(
          /DELETE\s+FROM\s+(?:ONLY\s+)?"?hold\b|TRUNCATE[^;`]*\bhold\b|\.hold\.delete|\bMERGE\s+INTO\s+"?hold\b/gi,
        ),
      ].length,
    ]);
  return Object.fromEntries(found.filter(([, number]) => number > 0));
}

const CASCADES = statement(
  'test-cascades-into-holds',
  `SELECT conname AS name FROM pg_constraint
   WHERE contype = 'f' AND conrelid = 'hold'::regclass AND confdeltype <> 'r' AND confdeltype <> 'a'`,
);

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  operator = new OperatorClient(library.service.url);
});

/** How often holds have ended for each reason. */
async function endsByReason(): Promise<Map<HoldEndReason, number>> {
  const metrics = await metricsOf(library.service.url);
  return new Map(
    HOLD_END_REASONS.map((reason) => [
      reason,
      metrics.get(`holdfast_holds_ended_total{reason="${reason}"}`) ?? NaN,
    ]),
  );
}

async function missPickup({ patron, title }: PatronAndTitle): Promise<void> {
  await library.import(libraryRecord({ missedPickup: 'cancel' }));
  await advanceClock(library.service, 4 * DAY);
  expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
}

test('every hold that ends is counted once, with its reason', async () => {
  const before = await endsByReason();
  const [missed, borrowed, removed] = [await library.ready(), await library.ready(), await library.waiting()];
  await mustSucceed(borrowed.patron.borrow(borrowed.title));
  expectNoContent(await removed.patron.remove(removed.title));
  for (const reason of ['requested', 'duplicate'] as const) {
    const { patron, title } = await library.suspended();
    expectNoContent(await operator.removeHold(patron, title, reason));
  }
  expectNoContent(await operator.forget((await library.waiting()).patron));
  const twice = await library.waiting();
  const otherCard = await library.addPatron();
  await mustSucceed(otherCard.place(twice.title));
  expectNoContent(await operator.merge(twice.patron, otherCard.patronId));
  const { title: withdrawn } = await library.waiting();
  await library.fillQueue(withdrawn, 1);
  const withdrawal = { record: 'withdrawal', websiteId: library.websiteId, reserveId: withdrawn.reserveId };
  await mustSucceed(operator.sendRecords(toLines({ ...withdrawal, reason: 'lost' })));
  await missPickup(missed);

  const after = await endsByReason();
  expect(
    Object.fromEntries([...after].map(([reason, count]) => [reason, count - before.get(reason)!])),
  ).toEqual({
    borrowed: 1,
    // holds/alternatives.test.ts shows those.
    'alternative-borrowed': 0,
    'removed-by-patron': 1,
    'removed-by-staff': 2,
    'pickup-missed': 1,
    'title-withdrawn': 2,
    // circulation/long-suspensions.test.ts counts those.
    'suspension-expired': 0,
    // circulation/lost-copies.test.ts counts those.
    'no-copies': 0,
    'licence-ended': 0,
    // circulation/last-day.test.ts counts those.
    'not-needed': 0,
    'patron-deleted': 1,
    'patron-merged': 1,
  });
});

test('staff give one of the reasons of the list, or none', async () => {
  const { patron, title } = await library.waiting();
  expectRefusal(await operator.removeHold(patron, title, 'rude'), 'InvalidFieldValue');
  expectNoContent(await operator.removeHold(patron, title));
});

test('one statement deletes holds, so that each end has its reason', () => {
  expect(deletionsOfHolds()).toEqual({ 'circulation/queue.store.ts': 1 });
});

test('no hold is deleted because something else is', async () => {
  expect(await library.service.database.run(CASCADES)).toEqual([]);
});
