import type { Notice } from '../../../src/notifications/notice-types/notice.js';
import { recordSent } from '../../../src/notifications/sending/sent-notice.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClockAlone, advanceClock, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { type PushBrowser, PushServer } from '../../support/push/push-server.js';
import { addPushed, offerPush, subscribe, SUBSCRIPTIONS } from '../../support/push/pushed.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import type { TestLibrary, TestPatron, TestTitle } from '../../support/test-library.js';
import { LOCAL_GATEWAYS } from '../../support/texts/gateway.js';
import { WITHOUT_ADDRESS } from '../../support/texts/texted.js';

/** Notices as push messages: what browsers get, and what becomes of those that are not accepted. */

const PICKUP_HOURS = 72;
const SECONDS_PAUSED = statement<{ readonly seconds: number }>(
  'test-push-seconds-paused',
  'SELECT extract(epoch FROM paused_until - now())::float8 AS seconds FROM push_subscription WHERE website_id = $1',
);

let server: PushServer;
let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  server = await PushServer.start();
});
useMailingLibrary(
  (opened) => ({ library, mails, operator } = opened),
  { ...LOCAL_GATEWAYS, SHELF: 'true' },
  { pickupHours: PICKUP_HOURS, missedPickup: 'suspend' },
);
beforeEach(() => offerPush(library));
afterAll(() => server.stop());

const done = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
const shown = async ({ accepted }: PushBrowser, count = 1): Promise<PushBrowser['accepted']> => {
  await eventually(() => expect(accepted).toHaveLength(count));
  return accepted;
};

async function readyFor(patron: TestPatron, values?: Readonly<Record<string, string>>): Promise<TestTitle> {
  const title = await library.addTitle(1);
  await mustSucceed(patron.place(title, values));
  return title;
}

test('each browser gets the notice, signed and encrypted, beside the mail', async () => {
  const { patron, browser } = await addPushed(library, server);
  const second = server.newBrowser();
  await mustSucceed(subscribe(patron, second.describe()));
  const title = await readyFor(patron);
  const [push] = await shown(browser);
  const { vapidPublicKey } = (await patron.get(SUBSCRIPTIONS)).body as { vapidPublicKey: string };
  expect(push).toMatchObject({
    key: vapidPublicKey,
    sender: { sub: 'https://holds.example.org/' },
    headers: { urgency: 'normal', topic: expect.stringMatching(/^[\w-]{32}$/) as string },
    shown: {
      body: expect.stringMatching(
        new RegExp(`^Ready to borrow: Title ${title.crossRefId} \\(e-book\\)\\. Until .+ UTC\\.$`),
      ) as string,
      language: 'en',
      direction: 'ltr',
      url: expect.stringMatching(new RegExp(`/shelf/holds\\?library=${library.websiteId}$`)) as string,
    },
  });
  // It is kept until the pickup ends.
  expect(Number(push?.headers.ttl)).toBeGreaterThan(PICKUP_HOURS * HOUR - MINUTE);
  expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(PICKUP_HOURS * HOUR);
  const [other] = await shown(second);
  expect(other?.headers.topic).not.toBe(push?.headers.topic);
  await done();
  expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
  expect([browser.accepted.length, second.accepted.length]).toEqual([1, 1]);
});

test('in the language of the patron', async () => {
  await offerPush(library, { languages: ['en', 'ar'] });
  const { patron, browser } = await addPushed(library, server, { language: 'ar' });
  await readyFor(patron);
  expect((await shown(browser))[0]?.shown).toMatchObject({ language: 'ar', direction: 'rtl' });
});

test('a patron without an address is told, reminded and told of a missed pickup, by one topic', async () => {
  await offerPush(library, { reminderHours: 24 });
  const { patron, browser } = await addPushed(library, server);
  await readyFor(patron, WITHOUT_ADDRESS);
  await shown(browser);
  await done();
  await advanceClock(library.service, (PICKUP_HOURS - 24) * HOUR + MINUTE);
  await shown(browser, 2);
  await done();
  await advanceClock(library.service, 24 * HOUR);
  await mustSucceed(patron.list());
  await shown(browser, 3);
  await done();
  expect(browser.accepted).toHaveLength(3);
  expect(new Set(browser.topics).size).toBe(1);
  expect(new Set(browser.accepted.map(({ shown: { tag } }) => tag)).size).toBe(1);
});

test('a reminder comes once where mails and push messages were sent', async () => {
  await offerPush(library, { reminderHours: 24 });
  const { patron, browser } = await addPushed(library, server);
  await readyFor(patron);
  await shown(browser);
  await done();
  await advanceClock(library.service, (PICKUP_HOURS - 24) * HOUR + MINUTE);
  await shown(browser, 2);
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(2));
  await done();
  expect([browser.accepted.length, mails.acceptedFor(patron.emailAddress).length]).toEqual([2, 2]);
});

test('that a hold has ended is told by both, each once, and kept by neither', async () => {
  const { patron, browser } = await addPushed(library, server);
  const title = await library.addTitle();
  await mustSucceed(patron.place(title));
  await mustSucceed(operator.removeHold(patron, title));
  expect((await shown(browser))[0]).toMatchObject({
    headers: { urgency: 'low' },
    shown: { body: expect.stringContaining('Your hold has ended') as string },
  });
  await done();
  expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1);
  const { prisma } = library.service.database;
  expect(await prisma.endedNotice.count({ where: { websiteId: library.websiteId } })).toBe(0);
});

test('that both are told at once leaves nothing stored', async () => {
  const { database } = library.service;
  const patron = await library.addPatron();
  const { websiteId } = library;
  const { reserveId } = await library.addTitle();
  const ended: Notice = {
    websiteId,
    reserveId,
    ticket: 1,
    occasion: 'ended',
    expiresAt: '2026-11-20T10:00:00Z',
  };
  await database.prisma.endedNotice.create({
    data: {
      ...{ websiteId, reserveId, ticket: 1, patronId: patron.patronId, language: null, title: 'Emma' },
      ...{ reason: 'expired', endedAt: ended.expiresAt, forgetAt: ended.expiresAt, untold: ['mail', 'push'] },
    },
  });
  let pushed: Promise<void> | undefined;
  await database.transaction(async (connection) => {
    await recordSent(connection, websiteId, [ended]);
    pushed = recordSent(database, websiteId, [{ ...ended, channel: 'push' }]);
    await eventually(async () => expect(await statementsWaitingForLocks(database)).not.toEqual([]));
  });
  await pushed;
  expect(await database.prisma.endedNotice.count({ where: { websiteId } })).toBe(0);
});

test('several that wait for each other are one message', async () => {
  await offerPush(library, { gatherMinutes: 10 });
  const { patron, browser } = await addPushed(library, server);
  for (let count = 0; count < 3; count++) await readyFor(patron, WITHOUT_ADDRESS);
  await advanceClockAlone(library.service, 11 * MINUTE);
  const [push] = await shown(browser);
  expect(push?.shown.body).toMatch(/^Ready to borrow: 3 titles\. The first until .+\.$/);
  await done();
  expect(browser.accepted).toHaveLength(1);
});

test('a long title is cut, and a line break in it is a space', async () => {
  const { patron, browser } = await addPushed(library, server);
  const title = await library.addTitle(1, { title: `First\u2028${'long 😀 '.repeat(80)}` });
  await mustSucceed(patron.place(title));
  const [push] = await shown(browser);
  const { body } = push!.shown;
  expect(body).toMatch(/^Ready to borrow: First long 😀/);
  expect([...body].length).toBeLessThanOrEqual(200);
  expect(body.isWellFormed()).toBe(true);
});

const subscriptionsOf = async (patron: TestPatron): Promise<Record<string, unknown>[]> =>
  ((await patron.get(SUBSCRIPTIONS)).body as { pushSubscriptions: Record<string, unknown>[] })
    .pushSubscriptions;

test.each([404, 410])('a browser that its push service knows no more (%d) is deleted', async (status) => {
  const { patron, browser } = await addPushed(library, server);
  browser.answer = status;
  await readyFor(patron);
  await eventually(async () => expect(await subscriptionsOf(patron)).toEqual([]));
  await done();
  expect(browser.topics).toHaveLength(1);
});

test.each([400, 401, 403, 413, 301])(
  'what a push service refuses (%d) is noted, not repeated',
  async (status) => {
    const { patron, browser } = await addPushed(library, server);
    browser.answer = status;
    await readyFor(patron);
    await done();
    expect(browser.topics).toHaveLength(1);
    expect(await subscriptionsOf(patron)).toMatchObject([{ refused: { status } }]);
    browser.answer = undefined;
    await readyFor(patron);
    await done();
    expect((await subscriptionsOf(patron))[0]).not.toHaveProperty('refused');
  },
);

test('a push service that fails is tried again, but not for the browsers that have the message, and mails do not wait', async () => {
  const { patron, browser } = await addPushed(library, server);
  const failing = server.newBrowser();
  await mustSucceed(subscribe(patron, failing.describe()));
  failing.answer = 500;
  await readyFor(patron);
  await waitForAttempts(library.service.database, 1);
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  failing.answer = undefined;
  await shown(failing);
  await done();
  expect(browser.topics).toHaveLength(1);
  expect(failing.topics.length).toBeGreaterThan(1);
  expect(new Set(failing.topics).size).toBe(1);
});

test.each([
  ['999999999', 3600],
  [new Date('2099-01-01').toUTCString(), 3600],
  ['120', 120],
])('a push service is not asked before the time that it names (%s), at most an hour', async (named, most) => {
  const { patron, browser } = await addPushed(library, server);
  browser.answer = (response) => response.writeHead(429, { 'retry-after': named }).end();
  await readyFor(patron);
  await waitForAttempts(library.service.database, 2);
  expect(browser.topics).toHaveLength(1);
  const { prisma } = library.service.database;
  const [paused] = await library.service.database.run(SECONDS_PAUSED, [library.websiteId]);
  expect(paused?.seconds).toBeGreaterThan(most - 60);
  expect(paused?.seconds).toBeLessThanOrEqual(most);
  await prisma.pushSubscription.updateMany({
    where: { websiteId: library.websiteId },
    data: { pausedUntil: null },
  });
  browser.answer = undefined;
  await shown(browser);
});

test('of an answer without an end, only the beginning is read', async () => {
  const { patron, browser } = await addPushed(library, server);
  let sent = 0;
  browser.answer = (response) => {
    response.writeHead(201);
    const flood = setInterval(() => response.write(Buffer.alloc(16 * 1024)) && (sent += 1), 1);
    response.on('close', () => clearInterval(flood));
  };
  await readyFor(patron);
  await done();
  expect(sent).toBeLessThan(1000);
  expect(browser.topics).toHaveLength(1);
});

test('a push service that does not answer keeps neither mails nor other browsers waiting, and is left alone for a while', async () => {
  const silent = await PushServer.start();
  try {
    const { patron, browser } = await addPushed(library, server);
    const waiting = silent.newBrowser();
    waiting.answer = 'hang';
    await mustSucceed(subscribe(patron, waiting.describe()));
    await readyFor(patron);
    await shown(browser);
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitForAttempts(library.service.database, 2);
    expect([waiting.topics.length, browser.topics.length]).toEqual([1, 1]);
    for (const { id } of await subscriptionsOf(patron))
      await mustSucceed(patron.delete(`${SUBSCRIPTIONS}/${String(id)}`));
    await done();
  } finally {
    await silent.stop();
  }
});

test('a notice is not sent to a browser that was removed meanwhile', async () => {
  const { patron, browser } = await addPushed(library, server);
  browser.answer = 503;
  await readyFor(patron);
  await waitForAttempts(library.service.database, 1);
  const [{ id }] = (await subscriptionsOf(patron)) as [{ id: string }];
  await mustSucceed(patron.delete(`${SUBSCRIPTIONS}/${id}`));
  browser.answer = undefined;
  await done();
  expect(browser.accepted).toEqual([]);
});

test('a push message does not count as told: the pickup waits for the mail', async () => {
  mails.answerAllWith({ refused: 'message', code: 451 });
  const { patron, browser } = await addPushed(library, server);
  const title = await readyFor(patron);
  await shown(browser);
  const { noticeSentFor } = await library.service.database.prisma.hold.findFirstOrThrow({
    where: { websiteId: library.websiteId, reserveId: title.reserveId },
  });
  expect(noticeSentFor).toBeNull();
});

test('push messages are counted apart from mails', async () => {
  const counted = async (): Promise<number> =>
    (await metricsOf(library.service.url)).get('holdfast_pushes_total{outcome="sent"}') ?? 0;
  await done();
  const before = await counted();
  const { patron, browser } = await addPushed(library, server);
  await readyFor(patron);
  await shown(browser);
  await done();
  await eventually(async () => expect(await counted()).toBeGreaterThan(before));
});
