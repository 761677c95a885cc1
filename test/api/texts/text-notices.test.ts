import { mustSucceed } from '../../support/client.js';
import { expectRefusal } from '../../support/answers.js';
import { advanceClockAlone, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { waitForAttempts, waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import type { TestLibrary, TestTitle } from '../../support/test-library.js';
import { Gateway, LOCAL_GATEWAYS, type ReceivedText } from '../../support/texts/gateway.js';
import { addTexted, NOTICES, readyFor, type Texted, WITHOUT_ADDRESS } from '../../support/texts/texted.js';

/** Notices as text messages: who gets them, what they say, and what becomes of those that are not accepted. */

const PICKUP_HOURS = 72;

let gateway: Gateway;
let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  gateway = await Gateway.start();
});
useMailingLibrary((opened) => ({ library, mails, operator } = opened), LOCAL_GATEWAYS, {
  pickupHours: PICKUP_HOURS,
});
beforeEach(async () => {
  gateway.answerWith(undefined);
  await gateway.serve(library);
});
afterEach(() => gateway.answerWith(undefined));
afterAll(() => gateway.stop());

const unsent = async (): Promise<unknown> =>
  (await mustSucceed(operator.unsentMail({ websiteId: library.websiteId }))).body.notices;

/** The messages to this number, as soon as there are so many. */
async function texts({ phone }: Texted, count = 1): Promise<readonly ReceivedText[]> {
  await eventually(() => expect(gateway.acceptedFor(phone)).toHaveLength(count));
  return gateway.acceptedFor(phone);
}

const done = (): Promise<void> => waitUntilJobsAreDone(library.service.database);
const conditionOf = async ({ patron }: Texted, title: TestTitle): Promise<unknown> =>
  (await conditionsOf(title, patron))[0];

test('a patron without an address is told by one signed message until when to borrow', async () => {
  const texted = await addTexted(library);
  const title = await readyFor(library, texted);
  const { holdExpires } = (await texted.patron.find(title)).body as { holdExpires: string };
  const [message] = await texts(texted);
  expect(message).toEqual({
    type: 'ready',
    language: 'en',
    to: texted.phone,
    id: expect.any(String) as string,
    text: expect.stringMatching(
      new RegExp(
        `^.+: Ready to borrow: Title ${title.crossRefId} \\(e-book\\)\\. Until .+ ${holdExpires.slice(11, 16)} UTC\\.`,
      ),
    ) as string,
  });
  await done();
  expect(gateway.acceptedFor(texted.phone)).toHaveLength(1);
});

test.each([
  ['es', 'Hasta el '],
  ['fr', 'Jusqu’au '],
  ['de', 'Bis '],
  ['ar', 'حتى '],
])('in %s', async (language, until) => {
  await library.import({
    record: 'settings',
    websiteId: library.websiteId,
    ...gateway.settings(),
    notices: { languages: ['en', 'es', 'fr', 'de', 'ar'] },
  });
  const texted = await addTexted(library, 'text', { language });
  await readyFor(library, texted);
  expect((await texts(texted))[0]).toMatchObject({ language, text: expect.stringContaining(until) });
});

test('by both, one message and one mail', async () => {
  const texted = await addTexted(library, 'both');
  await readyFor(library, texted, { emailAddress: texted.patron.emailAddress });
  await texts(texted);
  await done();
  expect(mails.acceptedFor(texted.patron.emailAddress)).toHaveLength(1);
  expect(gateway.acceptedFor(texted.phone)).toHaveLength(1);
});

test('by text alone, no mail, though the hold has an address', async () => {
  const texted = await addTexted(library);
  await readyFor(library, texted, { emailAddress: texted.patron.emailAddress });
  await texts(texted);
  await done();
  expect(mails.receivedFor(texted.patron.emailAddress)).toEqual([]);
});

test('by both, a channel that fails does not send the other again', async () => {
  const texted = await addTexted(library, 'both');
  gateway.answerWith(503);
  await readyFor(library, texted, { emailAddress: texted.patron.emailAddress });
  await eventually(() => expect(mails.acceptedFor(texted.patron.emailAddress)).toHaveLength(1));
  gateway.answerWith(undefined);
  await done();
  expect(gateway.acceptedFor(texted.phone)).toHaveLength(1);
  expect(mails.acceptedFor(texted.patron.emailAddress)).toHaveLength(1);
});

test('what is not accepted is tried again with the same id', async () => {
  const texted = await addTexted(library);
  gateway.answerWith(503);
  const before = gateway.ids.length;
  await readyFor(library, texted);
  await waitForAttempts(library.service.database, 1);
  gateway.answerWith(undefined);
  await done();
  const [message] = await texts(texted);
  const ids = gateway.ids.slice(before);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids)).toEqual(new Set([message?.id]));
});

test('what the gateway refuses is listed, and sent again with an id of its own', async () => {
  const texted = await addTexted(library);
  gateway.answerWith(404);
  const before = gateway.ids.length;
  await readyFor(library, texted);
  await eventually(async () =>
    expect(await unsent()).toMatchObject([
      { occasion: 'ready', channel: 'text', state: 'refused', smtpCode: 404 },
    ]),
  );
  gateway.answerWith(undefined);
  await mustSucceed(operator.retryMail({ websiteId: library.websiteId }));
  const [message] = await texts(texted);
  expect(gateway.ids.slice(before)).toEqual([expect.not.stringMatching(String(message?.id)), message?.id]);
  expect(await unsent()).toEqual([]);
});

test('while no gateway has accepted the message, the pickup does not end', async () => {
  const texted = await addTexted(library);
  gateway.answerWith(503);
  const title = await readyFor(library, texted);
  await waitForAttempts(library.service.database, 1);
  await advanceClockAlone(library.service, PICKUP_HOURS * HOUR + MINUTE);
  expect(await conditionOf(texted, title)).toBe('ready');
  await advanceClockAlone(library.service, PICKUP_HOURS * HOUR);
  expect(await conditionOf(texted, title)).toBe('suspended');
});

test('a pickup ends in time where the gateway has refused the message, and for who was told', async () => {
  const told = await addTexted(library);
  const titles = [await readyFor(library, told)];
  await texts(told);
  gateway.answerWith(422);
  const refused = await addTexted(library);
  titles.push(await readyFor(library, refused));
  await eventually(async () => expect(await unsent()).toHaveLength(1));
  await done();
  await advanceClockAlone(library.service, PICKUP_HOURS * HOUR + MINUTE);
  expect([await conditionOf(told, titles[0]!), await conditionOf(refused, titles[1]!)]).toEqual([
    'suspended',
    'suspended',
  ]);
});

test('several that wait for each other are one message', async () => {
  await library.import({
    record: 'settings',
    websiteId: library.websiteId,
    ...gateway.settings(),
    notices: { gatherMinutes: 10 },
  });
  const texted = await addTexted(library);
  for (let count = 0; count < 3; count++) await readyFor(library, texted);
  await advanceClockAlone(library.service, 11 * MINUTE);
  const [message] = await texts(texted);
  expect(message).toMatchObject({
    type: 'several',
    text: expect.stringMatching(/Ready to borrow: 3 titles\. The first until /),
  });
  await done();
  expect(gateway.acceptedFor(texted.phone)).toHaveLength(1);
});

test('a long title is cut, and a line break in it is a space', async () => {
  const texted = await addTexted(library);
  const title = await library.addTitle(1, { title: `First\u2028Bcc: ${'long 😀 '.repeat(80)}` });
  await mustSucceed(texted.patron.place(title, WITHOUT_ADDRESS));
  const [message] = await texts(texted);
  expect(message?.text).toContain('Ready to borrow: First Bcc: long 😀');
  expect(message?.text).not.toMatch(/[\r\n\u2028]/);
  expect([...message!.text].length).toBeLessThanOrEqual(320);
  expect(message?.text.isWellFormed()).toBe(true);
});

test('that a hold has ended is told by both, each once', async () => {
  const texted = await addTexted(library, 'both');
  const title = await library.addTitle();
  await mustSucceed(texted.patron.place(title));
  await mustSucceed(operator.removeHold(texted.patron, title));
  expect((await texts(texted))[0]).toMatchObject({
    type: 'ended',
    text: expect.stringContaining('Your hold has ended'),
  });
  await done();
  expect(gateway.acceptedFor(texted.phone)).toHaveLength(1);
  expect(mails.acceptedFor(texted.patron.emailAddress)).toHaveLength(1);
  expect(
    await library.service.database.prisma.endedNotice.count({ where: { websiteId: library.websiteId } }),
  ).toBe(0);
});

test('where the gateway knows the patrons, it gets their number here, and no telephone number', async () => {
  await gateway.serve(library, { by: 'patronId' });
  const patron = await library.addPatron();
  await mustSucceed(patron.put(NOTICES, { daily: false, by: 'text' }));
  const title = await library.addTitle(1);
  await mustSucceed(patron.place(title, WITHOUT_ADDRESS));
  const own = () => gateway.accepted.filter(({ patronId }) => patronId === patron.patronId);
  await eventually(() => expect(own()).toHaveLength(1));
  expect(own()[0]).not.toHaveProperty('to');
});

test('who removes the number before the message is sent gets a mail', async () => {
  const texted = await addTexted(library);
  gateway.answerWith(503);
  await readyFor(library, texted, { emailAddress: texted.patron.emailAddress });
  await waitForAttempts(library.service.database, 1);
  await mustSucceed(texted.patron.delete(`${NOTICES}/phone`));
  gateway.answerWith(undefined);
  await done();
  await eventually(() => expect(mails.acceptedFor(texted.patron.emailAddress)).toHaveLength(1));
  expect(gateway.acceptedFor(texted.phone)).toEqual([]);
});

test('text messages are chosen with a confirmed number, and where the library sends them', async () => {
  const patron = await library.addPatron();
  expectRefusal(await patron.put(NOTICES, { daily: false, by: 'text' }), 'InvalidFieldValue', 'by');
  expectRefusal(await patron.put(NOTICES, { daily: false, by: 'pigeon' }), 'InvalidFieldValue', 'by');
  const { patron: texted } = await addTexted(library, 'both');
  expect((await texted.get(NOTICES)).body).toMatchObject({ by: 'both', isOwnChoice: true });
  await library.import({ record: 'settings', websiteId: library.websiteId });
  expect((await texted.get(NOTICES)).body).not.toHaveProperty('by');
  expectRefusal(await texted.put(NOTICES, { daily: false, by: 'both' }), 'InvalidFieldValue', 'by');
});

test('a report that a message did not arrive lists its notice as refused', async () => {
  const texted = await addTexted(library);
  await readyFor(library, texted);
  const [message] = await texts(texted);
  await done();
  const report = JSON.stringify({ messageId: message!.id, status: '5.1.1' });
  const headers = { 'content-type': 'application/json' };
  await mustSucceed(operator.send('POST', '/operator/v1/bounces', { headers, body: report }));
  expect(await unsent()).toMatchObject([{ occasion: 'ready', channel: 'text', state: 'refused' }]);
});
