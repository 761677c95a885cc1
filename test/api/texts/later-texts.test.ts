import { tellWatchers } from '../../../src/watches/watch-news.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, eventually, HOUR, MINUTE } from '../../support/clock.js';
import { ConsoleClient } from '../../support/console/console-client.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import type { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import type { OperatorClient } from '../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../support/operator/operator-library.js';
import { ME } from '../../support/paths.js';
import type { TestLibrary, TestPatron } from '../../support/test-library.js';
import { Gateway, LOCAL_GATEWAYS } from '../../support/texts/gateway.js';
import { addTexted, NOTICES, readyFor, type Texted, WITHOUT_ADDRESS } from '../../support/texts/texted.js';

/** What patrons are told by text message after the first notice, and what staff see. */

const PICKUP_HOURS = 72;
const REMINDER_HOURS = 24;

let gateway: Gateway;
let mails: MailServer;
let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  gateway = await Gateway.start();
});
useMailingLibrary((opened) => ({ library, mails, operator } = opened), LOCAL_GATEWAYS, {
  pickupHours: PICKUP_HOURS,
  missedPickup: 'suspend',
});
beforeEach(async () => {
  gateway.answerWith(undefined);
  await gateway.serve(library);
});
afterEach(() => gateway.answerWith(undefined));
afterAll(() => gateway.stop());

const typesFor = ({ phone }: Texted): string[] => gateway.acceptedFor(phone).map(({ type }) => type);
const told = (texted: Texted, ...types: string[]): Promise<void> =>
  eventually(() => expect(typesFor(texted)).toEqual(types));
const done = (): Promise<void> => waitUntilJobsAreDone(library.service.database);

test('a reminder and a missed pickup come by the same way, each once', async () => {
  const notices = { reminderHours: REMINDER_HOURS };
  const { websiteId } = library;
  await library.import({ record: 'settings', websiteId, notices, ...gateway.settings() });
  const texted = await addTexted(library, 'both');
  const { emailAddress } = texted.patron;
  await readyFor(library, texted, { emailAddress });
  await told(texted, 'ready');
  await done();
  await advanceClock(library.service, (PICKUP_HOURS - REMINDER_HOURS) * HOUR + MINUTE);
  await told(texted, 'ready', 'reminder');
  await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(2));
  await done();
  await advanceClock(library.service, REMINDER_HOURS * HOUR);
  await mustSucceed(texted.patron.list());
  await told(texted, 'ready', 'reminder', 'pickup-missed');
  await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(3));
});

test('of a watched title, also without an address', async () => {
  const texted = await addTexted(library);
  const title = await library.addTitle(1);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  await mustSucceed(texted.patron.post(`${ME}/watches`, { reserveId: title.reserveId }));
  await mustSucceed(borrower.returnTitle(title));
  await tellWatchers(library.service.database, [library.websiteId]);
  await told(texted, 'ended');
  expect(gateway.acceptedFor(texted.phone)[0]?.text).toContain('A copy is free');
});

/** What the one into whom another was merged has chosen then. */
async function mergedInto(into: TestPatron, { patron }: Texted): Promise<unknown> {
  await mustSucceed(operator.merge(patron, into.patronId));
  return (await into.get(NOTICES)).body;
}

test('the number and the choice go to the patron into whom another is merged, if that one has chosen nothing', async () => {
  const texted = await addTexted(library);
  const merged = await mergedInto(await library.addPatron(), texted);
  expect(merged).toMatchObject({ by: 'text', phone: texted.phone, daily: false });
});

test('whoever has chosen mail once a day gets neither the text messages nor the number of the other card', async () => {
  const into = await library.addPatron();
  await mustSucceed(into.put(NOTICES, { daily: true }));
  const merged = await mergedInto(into, await addTexted(library));
  expect(merged).toMatchObject({ by: 'mail', daily: true });
  expect(merged).not.toHaveProperty('phone');
});

test('the number of the card that is kept stays, and one that nobody has chosen ends with its card', async () => {
  const phone = '+4915120088801';
  const kept = await library.addPatron({ phone });
  expect(await mergedInto(kept, await addTexted(library))).toMatchObject({ by: 'text', phone });
  const unchosen = { patron: await library.addPatron({ phone: '+4915120088802' }), phone: '+4915120088802' };
  expect(await mergedInto(await library.addPatron(), unchosen)).not.toHaveProperty('phone');
});

test('staff see the number masked, and what the gateway refused, and send it again', async () => {
  const texted = await addTexted(library);
  gateway.answerWith(404);
  const title = await readyFor(library, texted);
  const desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
  const mail = `/console/libraries/${library.websiteId}/mail`;
  await eventually(async () =>
    expect((await desk.get(mail)).text).toContain('The gateway refused the text message (404).'),
  );
  const { text } = await desk.get(mail);
  expect([text.includes('+49…'), text.includes(texted.phone)]).toEqual([true, false]);
  gateway.answerWith(undefined);
  const sent = await desk.submit(`${mail}/${title.reserveId}/1`, {});
  expect(sent.text).toContain('The notice is being sent again.');
  await told(texted, 'ready');
});

test('the page of a patron tells of text messages where the hold has no address', async () => {
  const texted = await addTexted(library);
  const title = await library.addTitle();
  await mustSucceed(texted.patron.place(title, WITHOUT_ADDRESS));
  const desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
  const page = await desk.get(`/console/libraries/${library.websiteId}/patrons/${texted.patron.patronId}`);
  expect(page.text).toContain('By text message');
  expect(page.text).not.toContain('no mail');
});

test('text messages are counted apart from mails', async () => {
  const counted = async (): Promise<(number | undefined)[]> => {
    const metrics = await metricsOf(library.service.url);
    return ['texts', 'mails'].map((each) => metrics.get(`holdfast_${each}_total{outcome="sent"}`));
  };
  const [texts = 0, sent = 0] = await counted();
  const texted = await addTexted(library);
  await readyFor(library, texted);
  await told(texted, 'ready');
  await done();
  expect(await counted()).toEqual([texts + 1, sent]);
});
