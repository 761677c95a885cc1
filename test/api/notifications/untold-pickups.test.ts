import { mustSucceed } from '../../support/client.js';
import { advanceClockAlone, HOUR, MINUTE } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { makeJobsDue, waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailOutcome, MailServer } from '../../support/mail-server.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { HOLDS } from '../../support/paths.js';
import type { PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** A pickup of which no mail could tell is no miss. */

const PICKUP_HOURS = 72;
const PICKUP = PICKUP_HOURS * HOUR;
const AWAY: MailOutcome = { refused: 'connection', code: 421 };

let mails: MailServer;
let library: TestLibrary;
useMailingLibrary((opened) => ({ library, mails } = opened), {}, { pickupHours: PICKUP_HOURS });

const conditionOf = async ({ patron, title }: PatronAndTitle): Promise<unknown> =>
  (await conditionsOf(title, patron))[0];
const endOf = async ({ patron, title }: PatronAndTitle): Promise<number> =>
  Date.parse(((await patron.find(title)).body as { holdExpires: string }).holdExpires) / 1000;
const pass = (seconds: number): Promise<void> => advanceClockAlone(library.service, seconds);

test('while no mail server has accepted the notice, the window does not end, at most twice its length', async () => {
  mails.answerAllWith(AWAY);
  const held = await library.ready();
  await waitForAttempts(library.service.database, 1);
  const end = await endOf(held);
  await pass(PICKUP + MINUTE);
  expect([await conditionOf(held), (await endOf(held)) - end]).toEqual(['ready', PICKUP]);
  await pass(PICKUP - 2 * MINUTE);
  expect(await conditionOf(held)).toBe('ready');
  await pass(2 * MINUTE);
  expect(await conditionOf(held)).toBe('suspended');
});

test('the notice that is accepted at last names the later end, once, and the patron may borrow until then', async () => {
  mails.answerAllWith(AWAY);
  const held = await library.ready();
  await waitForAttempts(library.service.database, 1);
  await pass(PICKUP + MINUTE);
  const until = new Date((await endOf(held)) * 1000);
  mails.answerAllWith('accepted');
  await makeJobsDue(library.service.database);
  await waitUntilJobsAreDone(library.service.database);
  const [mail, ...others] = mails.acceptedFor(held.patron.emailAddress);
  expect([mail?.parsed.text, others]).toEqual([
    expect.stringContaining(`${until.toISOString().slice(11, 16)} UTC`),
    [],
  ]);
  await pass(PICKUP - 2 * MINUTE);
  await mustSucceed(held.patron.borrow(held.title));
});

test.each<[who: string, MailOutcome, values: object | undefined]>([
  ['who was told', 'accepted', undefined],
  ['whose address was refused', { refused: 'recipient', code: 550 }, undefined],
  ['without an address', AWAY, { ignoreHoldEmail: true }],
])('the pickup of a patron %s ends with its window', async (_, outcome, values) => {
  mails.answerAllWith(outcome);
  const held = await library.ready(values as Record<string, boolean> | undefined);
  await waitUntilJobsAreDone(library.service.database);
  await pass(PICKUP + MINUTE);
  expect(await conditionOf(held)).toBe('suspended');
});

test('a patron who wants one title at a time gets no second one while the first pickup goes on', async () => {
  mails.answerAllWith(AWAY);
  const held = await library.ready();
  await waitForAttempts(library.service.database, 1);
  await mustSucceed(held.patron.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  await pass(PICKUP + MINUTE);
  const other = await library.addTitle(1);
  await mustSucceed(held.patron.place(other));
  expect([await conditionOf(held), await conditionsOf(other, held.patron)]).toEqual(['ready', ['waiting']]);
});
