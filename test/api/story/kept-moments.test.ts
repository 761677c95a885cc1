import { waitCurvesOf } from '../../support/runs/wait-curves.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { newKey, postWithKey, type Values } from '../../support/idempotency/keyed-requests.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { waitUntilPublished } from '../../support/events/event-reader.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import { checkoutPath, CHECKOUTS, HOLDS } from '../../support/paths.js';
import { patron as patronRecord, title as titleRecord, WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { type StoredMoment, storedMoments, tablesWithTimes } from '../../support/stored/stored-moments.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { Receiver } from '../../support/webhooks/receiver.js';

const MINUTE_LONG = 60_000_000n;
const HOUR_LONG = 60n * MINUTE_LONG;

/** Rows that are there only as long as the patron has the title, or is to be told of it. */
const DURING_THE_TIE = [
  'checkout',
  'ended_notice',
  'hold',
  'notice_failure',
  'notice_outbox',
  'sent_notice',
  'watch',
];
/** The library has no licences. Jobs are done, receivers have taken all events, and workers have looked at who has a pace. The attempts at a PIN end after 15 minutes. */
const EMPTY = [
  ...DURING_THE_TIE.map((name) => `public.${name}`),
  'public.licence',
  'public.pace_review',
  'public.phone_code',
  'public.pin_guessing',
  'public.push_subscription',
  'public.webhook_retry',
];
/** A token has its end to the second, because its holder is told so. A sign-in changes no title. */
const TOKENS = 'public.access_token';

let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
let receiver: Receiver;
beforeAll(async () => {
  mails = await MailServer.start();
  const settings = {
    ROLE: 'all',
    SMTP_URL: mails.url,
    OPERATOR_TOKEN,
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1',
  };
  library = await TestLibrary.alone({ pickupHours: 72 }, settings);
  operator = new OperatorClient(library.service.url);
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, notices: { reminderHours: 24 } });
  receiver = await Receiver.start();
  const webhooks = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;
  const { body } = await mustSucceed(operator.post(webhooks, { url: receiver.url }));
  receiver.secret = String(body.secret);
});
afterAll(async () => {
  await library.close();
  await receiver.stop();
  await mails.stop();
});

const NOW = statement<{ now: string }>(
  'test-microseconds',
  'SELECT (extract(epoch FROM service_now()) * 1000000)::bigint::text AS now',
);

async function now(): Promise<bigint> {
  const [row] = await library.service.database.run(NOW);
  return BigInt(row!.now);
}

/** When the library changed titles, and nobody did anything for a patron. */
const ownActs: { readonly from: bigint; readonly to: bigint }[] = [];

async function byLibrary<Result>(act: () => Promise<Result>): Promise<Result> {
  const from = await now();
  const result = await act();
  ownActs.push({ from, to: await now() });
  return result;
}

const addTitle = (owned: number): Promise<TestTitle> => byLibrary(() => library.addTitle(owned));

const keyed = (patron: TestPatron, path: string, values: Values): Promise<Answer> =>
  mustSucceed(postWithKey(patron, path, values, newKey()));

const place = (patron: TestPatron, { reserveId }: TestTitle): Promise<Answer> =>
  keyed(patron, HOLDS, { reserveId, emailAddress: patron.emailAddress });

const mailsDone = (): Promise<void> => waitUntilJobsAreDone(library.service.database);

/** A ready hold with its notice, reminder and bounce, borrowed, locked to a format, and returned. */
async function borrowAfterReminder(): Promise<void> {
  const [patron, title] = [await library.addPatron(), await addTitle(1)];
  await mustSucceed(patron.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  await place(patron, title);
  const told = (number: number): Promise<void> =>
    eventually(() => expect(mails.acceptedFor(patron.emailAddress).length).toBe(number));
  await told(1);
  await mailsDone();
  await advanceClock(library.service, 49 * HOUR);
  await told(2);
  await mailsDone();
  const { messageId } = mails.acceptedFor(patron.emailAddress)[0]!.parsed;
  const bounce = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messageId, status: '5.1.1' }),
  };
  await mustSucceed(operator.send('POST', '/operator/v1/bounces', bounce));
  await keyed(patron, CHECKOUTS, { reserveId: title.reserveId });
  await mustSucceed(patron.post(`${checkoutPath(title)}/formats`, { formatType: 'ebook-epub-adobe' }));
  await mustSucceed(patron.returnTitle(title));
}

/** A copy passes a suspended hold; staff change the address, send the notice again, and remove the hold. */
async function passSuspended(): Promise<void> {
  const title = await addTitle(1);
  const [first, second, third] = await library.addPatrons(3);
  for (const patron of [first, second, third]) await place(patron, title);
  await waitCurvesOf(library.service.database).work();
  await mustSucceed(second.suspend(title));
  await mailsDone();
  const hold = { websiteId: WEBSITE_ID, reserveId: title.reserveId, ticket: 1 };
  await mustSucceed(operator.retryNotice(hold, { emailAddress: 'corrected@example.org' }));
  await mailsDone();
  await mustSucceed(first.remove(title));
  await mustSucceed(operator.changeCategory(second, 'child'));
  await mustSucceed(second.release(title));
  await mustSucceed(operator.removeHold(third, title, 'duplicate'));
  await mustSucceed(operator.removeHold(second, title));
}

/** The first missed pickup suspends the hold for a week, the second ends it. */
async function missPickups(): Promise<void> {
  const [patron, title] = [await library.addPatron(), await addTitle(1)];
  const shows = (members: object): Promise<void> =>
    eventually(async () => expect((await patron.find(title)).body).toMatchObject(members));
  await place(patron, title);
  await advanceClock(library.service, 4 * DAY);
  await shows({ holdSuspension: { suspensionType: 'limited' } });
  await advanceClock(library.service, 8 * DAY);
  await shows({ holdExpires: expect.any(String) as unknown });
  await advanceClock(library.service, 4 * DAY);
  // The refused request writes down what time has ended.
  expectRefusal(await patron.remove(title), 'PatronDoesntHaveTitleOnHold');
  await mailsDone();
}

async function returnByStaff(): Promise<void> {
  const [patron, title] = [await library.addPatron(), await addTitle(1)];
  await keyed(patron, CHECKOUTS, { reserveId: title.reserveId });
  await mustSucceed(operator.return(patron, title));
}

/** The last copy of a withdrawn title comes back. */
async function returnWithdrawn(): Promise<void> {
  const [patron, title] = [await library.addPatron(), await addTitle(1)];
  await mustSucceed(patron.borrow(title));
  const { reserveId } = title;
  await byLibrary(() =>
    library.import({ record: 'withdrawal', websiteId: WEBSITE_ID, reserveId, reason: 'lost' }),
  );
  await advanceClock(library.service, DAY);
  await mustSucceed(patron.returnTitle(title));
}

async function mergeAndForget(): Promise<void> {
  const [held, ready] = [await addTitle(0), await addTitle(1)];
  const [from, into, leaving, next] = await library.addPatrons(4);
  await place(from, held);
  await mustSucceed(operator.merge(from, into.patronId));
  await place(leaving, ready);
  await place(next, ready);
  await place(leaving, held);
  await mustSucceed(operator.export(leaving));
  await mustSucceed(operator.forget(leaving));
  await mustSucceed(next.remove(ready));
  await mustSucceed(into.remove(held));
}

/** An import changes a patron, and ends a hold. */
async function importForPatrons(): Promise<void> {
  const [patron, title] = [await library.addPatron(), await addTitle(0)];
  await place(patron, title);
  await library.import(patronRecord(patron.patronId, { language: 'de' }), {
    record: 'hold',
    websiteId: WEBSITE_ID,
    patronId: patron.patronId,
    reserveId: title.reserveId,
    delete: true,
  });
  await byLibrary(() => library.import(titleRecord(title.crossRefId, { title: 'Another name' })));
}

const describeMoment = ({ table, place, microseconds }: StoredMoment): string =>
  `${table}.${place} ${new Date(Number(microseconds / 1000n)).toISOString()}`;

describe('when nobody has anything any more', () => {
  let moments: StoredMoment[];
  beforeAll(async () => {
    for (const story of [
      borrowAfterReminder,
      passSuspended,
      missPickups,
      returnByStaff,
      returnWithdrawn,
      mergeAndForget,
      importForPatrons,
    ])
      await story();
    await mailsDone();
    await waitUntilPublished(library.service);
    await eventually(() => Promise.resolve(expect(receiver.events.length).toBeGreaterThan(10)));
    moments = await storedMoments(library.service.database);
  }, 300_000);

  const ofPatrons = (): StoredMoment[] => moments.filter(({ hasPatron }) => hasPatron);
  const ofTitles = (): StoredMoment[] => moments.filter(({ hasTitle }) => hasTitle);

  test('every table that has a time beside a patron or a title was written, or is empty again', async () => {
    const named = (await tablesWithTimes(library.service.database))
      .filter(({ patronColumns, titleColumns }) => patronColumns.length + titleColumns.length > 0)
      .map(({ name }) => name);
    const found = new Set(moments.map(({ table }) => table));
    // A patron and a title itself have no times but a date, and copies count how much of their time loans lasted.
    const withoutTimes = ['public.copies', 'public.patron', 'public.title'];
    expect(named.filter((name) => !found.has(name))).toEqual([...EMPTY, ...withoutTimes].sort());
  });

  test('no row names both', () => {
    expect(moments.filter(({ hasPatron, hasTitle }) => hasPatron && hasTitle).map(describeMoment)).toEqual(
      [],
    );
  });

  test('a patron’s moments are full hours', () => {
    const exact = ofPatrons().filter(
      ({ table, microseconds }) => table !== TOKENS && microseconds % HOUR_LONG !== 0n,
    );
    expect(exact.map(describeMoment)).toEqual([]);
  });

  test('a title’s moments are full minutes, unless the library itself changed it', () => {
    const exact = ofTitles().filter(
      ({ microseconds: at }) =>
        at % MINUTE_LONG !== 0n && !ownActs.some(({ from, to }) => from <= at && at <= to),
    );
    expect(exact.map(describeMoment)).toEqual([]);
  });

  test('no moment of a patron is one of a title, also with whole hours between', () => {
    const fine = (each: StoredMoment): bigint => each.microseconds % HOUR_LONG;
    const titles = ofTitles().filter((each) => fine(each) % MINUTE_LONG !== 0n);
    const tied = ofPatrons().flatMap((patron) =>
      titles
        .filter((title) => fine(title) === fine(patron))
        .map((title) => `${describeMoment(patron)} = ${describeMoment(title)}`),
    );
    expect(tied).toEqual([]);
  });
});
