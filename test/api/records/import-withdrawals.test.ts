import { type WithdrawalReason, WITHDRAWAL_REASONS } from '../../../src/domain/holds/hold-end.js';
import { statement } from '../../../src/platform/database/statement.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../support/operator/operator-library.js';
import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { reserveIdOf, type TestRecord, toLines } from '../../support/records.js';
import type { TestLibrary, TestTitle } from '../../support/test-library.js';
import { waitingJobs } from '../../support/jobs.js';

const LAST_WITHDRAWAL = statement<{ at: Date }>(
  'test-last-withdrawal',
  'SELECT max(withdrawn_at) AS at FROM withdrawn_title WHERE website_id = $1',
);

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

function withdrawal({ reserveId }: TestTitle, reason: WithdrawalReason = 'rights-ended'): TestRecord {
  return { record: 'withdrawal', websiteId: library.websiteId, reserveId, reason };
}

async function send(...records: TestRecord[]): Promise<unknown> {
  return (await operator.sendRecords(toLines(...records))).body as unknown;
}

const applied = { applied: 1, rejected: 0, pinsRemoved: 0, errors: [] };

test.each(WITHDRAWAL_REASONS)(
  'holds in every condition end with a title that is withdrawn (%s)',
  async (reason) => {
    const title = await library.addTitle(1);
    const [ready, suspended, waiting] = await library.fillQueue(title, 3);
    await mustSucceed(suspended.suspend(title));
    expect(await send(withdrawal(title, reason))).toMatchObject(applied);
    for (const patron of [ready, suspended, waiting]) {
      expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
      expectRefusal(await patron.place(title), 'NotFound');
      expectRefusal(await patron.borrow(title), 'TitleNotInCollection');
    }
    expect(await library.copiesOf(title)).toEqual({});
  },
);

test('loans run on, nobody can place a hold meanwhile, and the copies go as they come back', async () => {
  const title = await library.addTitle({ main: 2, adults: 0 });
  const [first, second, other] = await library.addPatrons(3);
  await mustSucceed(first.borrow(title));
  await mustSucceed(second.borrow(title));
  const catalog = await catalogClientOf(other);
  expect(JSON.stringify((await catalog.availability(title)).body)).toContain('"hold"');
  await send(withdrawal(title));
  expect((await first.loan(title)).status).toBe(200);
  expectRefusal(await other.place(title), 'NotFound');
  expect((await catalog.availability(title)).body).toMatchObject({ copiesOwned: 0, copiesAvailable: 0 });
  expect(JSON.stringify((await catalog.availability(title)).body)).not.toContain('"hold"');

  expectNoContent(await first.returnTitle(title));
  expect(await library.copiesOf(title)).toEqual({ main: { owned: 0, onLoan: 1, setAside: 0, retiring: 1 } });
  await advanceClock(library.service, 30 * DAY);
  expectRefusal(await second.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
  expect(await library.copiesOf(title)).toEqual({});
  expect((await catalog.availability(title)).status).toBe(404);
});

test('clients that ask what has changed hear of it when the last copy has come back', async () => {
  const title = await library.addTitle(1);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  await send(withdrawal(title));
  const since = (await library.service.database.run(LAST_WITHDRAWAL, [library.websiteId]))[0]!.at;
  await advanceClock(library.service, DAY);
  expectNoContent(await borrower.returnTitle(title));
  const [{ at } = { at: since }] = await library.service.database.run(LAST_WITHDRAWAL, [library.websiteId]);
  expect(at.getTime() - since.getTime()).toBeGreaterThanOrEqual(DAY);
});

test('a title that the library has again can be waited for', async () => {
  const title = await library.addTitle(1);
  const [borrower, next] = await library.addPatrons(2);
  await mustSucceed(borrower.borrow(title));
  await send(withdrawal(title));
  await library.setCopiesOwned(title, 0);
  expect((await next.place(title)).status).toBe(201);
  expectNoContent(await borrower.returnTitle(title));
  expect(Object.keys(await library.copiesOf(title))).toEqual(['main']);
});

test('a withdrawal that is sent again changes nothing, and writes nobody that a title is ready', async () => {
  const title = await library.addTitle(1);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  await library.fillQueue(title, 2);
  await advanceClock(library.service, 30 * DAY);
  await send(withdrawal(title));
  const jobs = await waitingJobs(library.service.database);
  const ofTitle = jobs.filter(({ payload }) => JSON.stringify(payload).includes(title.reserveId));
  // Two mails tell that the holds have ended.
  expect(ofTitle.map(({ task }) => task)).toEqual(['hold-notice', 'hold-notice']);
  const before = await library.service.database.run(LAST_WITHDRAWAL, [library.websiteId]);
  expect(await send(withdrawal(title, 'lost'))).toMatchObject(applied);
  expect(await library.service.database.run(LAST_WITHDRAWAL, [library.websiteId])).toEqual(before);
});

test('a withdrawal is rejected for an unknown library, title or reason, and cannot be deleted', async () => {
  const title = await library.addTitle(1);
  const whole = withdrawal(title);
  const body = (await send(
    { ...whole, websiteId: 999 },
    { ...whole, reserveId: reserveIdOf(987_654_321) },
    { ...whole, reason: 'unloved' },
    { ...whole, delete: true },
  )) as { errors: { message: string }[] };
  expect(body.errors.map(({ message }) => message)).toEqual([
    'websiteId 999 is not a library here',
    `reserveId ${reserveIdOf(987_654_321)} is not a title here`,
    'reason must be one of rights-ended, lost, replaced, other',
    'a withdrawal cannot be deleted: send a copies record when the library has the title again',
  ]);
  expect(Object.keys(await library.copiesOf(title))).toEqual(['main']);
});
