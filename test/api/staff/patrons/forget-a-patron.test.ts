import { createHash } from 'node:crypto';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { deletePatron } from '../../../../src/patrons/patron-deletion.js';
import { countCode, startCode } from '../../../../src/patrons/phone.store.js';
import { expectNoContent, expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed } from '../../../support/client.js';
import { eventually, serviceTime } from '../../../support/clock.js';
import { conditionIn, conditionsOf } from '../../../support/conditions.js';
import { DISCOVERY, OAuthClient, scopeOf } from '../../../support/requests/oauth-client.js';
import { patron as patronRecord } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';
import { statementsWaitingForLocks } from '../../../support/stored/database-sessions.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { TestLibrary, TestPatron, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, patronPath } from '../../../support/operator/operator-client.js';
import { ticketsWithNotice, useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** A patron whose data nobody else has: in each library, another one. */
const CANARY = {
  get patronId(): number {
    return 770_000_000 + library.websiteId;
  },
  get cardNumber(): string {
    return `canary-card-${library.websiteId}`;
  },
  get emailAddress(): string {
    return `canary.reader-${library.websiteId}@example.org`;
  },
  get phone(): string {
    return `+49151770${library.websiteId}`;
  },
  get pendingPhone(): string {
    return `+49151771${library.websiteId}`;
  },
};

async function addCanary(): Promise<TestPatron> {
  const { patronId, cardNumber, phone } = CANARY;
  await library.import(patronRecord(patronId, { cardNumber, phone, pin: '97531', holdLimit: 20 }));
  return new TestPatron(library.service.url, await tokenOf(library.service.database, patronId), patronId);
}

const placeHold = (patron: TestPatron, title: TestTitle): Promise<unknown> =>
  mustSucceed(patron.place(title, { emailAddress: CANARY.emailAddress }));

function tablesContaining(text: string): Promise<string[]> {
  return tablesWith(library.service.database, text);
}

test('a patron is deleted with all their data: no column of any table has it, but that the number is no more', async () => {
  const patron = await addCanary();
  const [ready, waiting, suspended, onLoan] = [
    await library.addTitle(1),
    await library.addTitle(0),
    await library.addTitle(0),
    await library.addTitle(1),
  ];
  await placeHold(patron, ready);
  await placeHold(patron, waiting);
  await placeHold(patron, suspended);
  await mustSucceed(patron.suspend(suspended, { suspensionType: 'limited', numberOfDays: 9 }));
  await mustSucceed(patron.borrow(onLoan));
  await mustSucceed(patron.put('/v1/patrons/me', { formatClass: 'ebook', lendingPeriodDays: 14 }));
  await tokenOf(library.service.database, patron.patronId);
  await enterWrongPin();
  await askForCode();
  await library.service.database.run(ADD_NOTICE_FAILURE, [ready.reserveId]);
  const cardHash = createHash('sha256').update(CANARY.cardNumber).digest('hex');

  const personalData = [
    String(CANARY.patronId),
    CANARY.emailAddress,
    CANARY.cardNumber,
    cardHash,
    CANARY.phone,
    CANARY.pendingPhone,
  ];
  expect(await tablesContaining(String(CANARY.patronId))).toEqual(
    [
      'access_token',
      'checkout',
      'hold',
      'patron',
      'patron_directory',
      'patron_event_outbox',
      'phone_code',
    ].map((name) => `public.${name}`),
  );
  expect(await tablesContaining(CANARY.emailAddress)).toEqual(['public.hold', 'public.patron']);
  expect(await tablesContaining(CANARY.phone)).toEqual(['public.patron']);
  expect(await tablesContaining(CANARY.pendingPhone)).toEqual(['public.phone_code']);
  expect(await tablesContaining(cardHash)).toEqual(['public.pin_guessing']);
  expect(await tablesContaining('587')).toContain('public.notice_failure');

  expectNoContent(await operator.forget(patron));
  const [patronId, ...others] = personalData;
  for (const text of others) expect([text, await tablesContaining(text)]).toEqual([text, []]);
  // Other systems are told to forget the number, too.
  expect(await tablesContaining(patronId!)).toEqual(['public.patron_event_outbox']);
  const told = await library.service.database.run(EVENTS_OF_CANARY, [patronId]);
  expect(told.map(({ type }) => type)).toEqual(['patron.forgotten']);
  expect(await tablesContaining('587')).not.toContain('public.notice_failure');
  expectRefusal(await patron.list(), 'Unauthorized');
  expectRefusal(await operator.export(patron), 'NotFound');
  expectRefusal(await operator.forget(patron), 'NotFound');
});

const EVENTS_OF_CANARY = statement<{ type: string }>(
  'test-events-of-canary',
  `SELECT type FROM patron_event_outbox WHERE subject = $1`,
);

const ADD_NOTICE_FAILURE = statement(
  'test-add-notice-failure',
  `INSERT INTO notice_failure (website_id, reserve_id, ticket, expires_at, failed_at, smtp_code)
   SELECT website_id, reserve_id, ticket, expires_at, service_now(), 587 FROM hold WHERE reserve_id = $1`,
);

/** As when a gateway has taken the message. */
async function askForCode(): Promise<void> {
  const { patronId, pendingPhone: phone } = CANARY;
  const patron = { websiteId: library.websiteId, patronId };
  const now = await serviceTime(library.service);
  await countCode(library.service.database, patron, now);
  await startCode(library.service.database, patron, { phone, codeHash: 'hash of a code' }, now);
}

async function enterWrongPin(): Promise<void> {
  const { clientId, secret } = DISCOVERY;
  await library.import({ record: 'client', clientId, secret, websiteIds: [library.websiteId] });
  const { status } = await new OAuthClient(library.service.url).post('/patrontoken', {
    grant_type: 'password',
    username: CANARY.cardNumber,
    password: '00000',
    scope: scopeOf(library.websiteId),
  });
  expect(status).toBe(400);
}

test('the request gives every copy of the patron to the next hold, and queues the notices', async () => {
  const patron = await addCanary();
  const [ready, lent] = [await library.addTitle(1), await library.addTitle(1)];
  await placeHold(patron, ready);
  await mustSucceed(patron.borrow(lent));
  const [suspended, next, last] = await library.addPatrons(3);
  for (const title of [ready, lent])
    for (const other of [suspended, next, last]) await mustSucceed(other.place(title));
  for (const title of [ready, lent]) await mustSucceed(suspended.suspend(title));
  expect(await ticketsWithNotice(library)).toEqual([1]);

  expectNoContent(await operator.forget(patron));
  expect((await ticketsWithNotice(library)).toSorted()).toEqual([1, 2, 3]);
  for (const title of [ready, lent])
    expect(await conditionsOf(title, suspended, next, last)).toEqual(['suspended', 'ready', 'waiting']);
});

test('other patrons keep their holds, also those of another library', async () => {
  const patron = await addCanary();
  const title = await library.addTitle(1);
  await placeHold(patron, title);
  const other = await library.addPatron();
  await mustSucceed(other.place(title));
  const there = await TestLibrary.open();
  await there.setCopiesOwned(title, 1);
  const [elsewhere] = await there.fillQueue(title, 1);
  const before = await other.profile();
  expectNoContent(await operator.forget(patron));
  expect((await other.profile()).body).toEqual(before.body);
  expectNoContent(await operator.forget(elsewhere));
  expectRefusal(await elsewhere.profile(), 'Unauthorized');
  expect(conditionIn(await other.find(title))).toBe('ready');
});

test('a new patron with the same number has none of the old data', async () => {
  const patron = await addCanary();
  await placeHold(patron, await library.addTitle());
  await mustSucceed(patron.borrow(await library.addTitle(1)));
  expectNoContent(await operator.forget(patron));
  const again = await addCanary();
  expectRefusal(await patron.profile(), 'Unauthorized');
  expect((await again.list()).body.totalItems).toBe(0);
  const { body } = await mustSucceed(operator.export(again));
  expect(body).toMatchObject({
    patron: { lastHoldEmail: null, existingPatron: false, lendingPreferences: {} },
    checkouts: [],
  });
  expect(body.tokens).toHaveLength(1);
});

test('a patron who sends requests at the same time is deleted, and no other patron is affected', async () => {
  const title = await library.addTitle(2);
  const patrons = await library.fillQueue(title, 6);
  const titles = [await library.addTitle(1), await library.addTitle(1)];
  const [leaving, ...others] = patrons;
  const work = patrons.flatMap((patron) => titles.map((each) => patron.borrow(each)));
  const answers = await Promise.all([...work, operator.forget(leaving), leaving.remove(title)]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expectRefusal(await leaving.profile(), 'Unauthorized');
  expect(await tablesContaining(leaving.emailAddress)).toEqual([]);
  expect(await conditionsOf(title, ...others)).toEqual(['ready', 'ready', 'waiting', 'waiting', 'waiting']);
});

describe('what staff do for a patron who is just being deleted waits, and then finds nobody:', () => {
  interface Gone {
    readonly patron: TestPatron;
    readonly held: TestTitle;
    readonly borrowed: TestTitle;
  }
  const noticeOf = ({ held: { reserveId } }: Gone) => ({
    websiteId: library.websiteId,
    reserveId,
    ticket: 1,
  });
  const elsewhere = { emailAddress: 'new@example.org' };

  test.each<[string, number, (gone: Gone) => Promise<Answer>]>([
    ['an export', 404, ({ patron }) => operator.export(patron)],
    ['another category', 404, ({ patron }) => operator.changeCategory(patron, 'adult')],
    ['a merge', 404, async ({ patron }) => operator.merge(patron, (await library.addPatron()).patronId)],
    ['a merge into', 400, async ({ patron }) => operator.merge(await library.addPatron(), patron.patronId)],
    ['a block', 404, ({ patron }) => operator.block(patron, 'A lost book')],
    ['the end of a block', 404, ({ patron }) => operator.liftBlock(patron)],
    ['a sign-out', 404, ({ patron }) => operator.send('POST', `${patronPath(patron)}/sessions/end`)],
    ['a notice', 404, (gone) => operator.retryNotice(noticeOf(gone))],
    ['a notice elsewhere', 404, (gone) => operator.retryNotice(noticeOf(gone), elsewhere)],
    ['a removal', 404, ({ patron, held }) => operator.removeHold(patron, held)],
    ['a return', 400, ({ patron, borrowed }) => operator.return(patron, borrowed)],
    ['a deletion', 204, ({ patron }) => operator.forget(patron)],
  ])('%s', async (_, status, send) => {
    const { service } = library;
    const gone = {
      patron: await addCanary(),
      held: await library.addTitle(1),
      borrowed: await library.addTitle(1),
    };
    await placeHold(gone.patron, gone.held);
    await mustSucceed(gone.patron.borrow(gone.borrowed));
    const key = { websiteId: library.websiteId, patronId: gone.patron.patronId };
    let answer: Promise<Answer> | undefined;
    await deletePatron(service.database, new QueueService(), key, async () => {
      answer = send(gone);
      await eventually(async () => expect(await statementsWaitingForLocks(service.database)).toHaveLength(1));
    });
    expect((await answer)?.status).toBe(status);
  });
});

test('an unknown patron is not found', async () => {
  expectRefusal(await operator.forget('987654'), 'NotFound');
  const patron = await library.addPatron();
  expectRefusal(await operator.put(patronPath(patron), {}), 'MethodNotAllowed', 'DELETE');
});
