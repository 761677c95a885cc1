import { Webhook } from 'standardwebhooks';
import { moveClock } from '../../../src/platform/database/clock.store.js';
import { purgeAttempts } from '../../../src/events/webhooks/attempts.store.js';
import { retrySeconds } from '../../../src/events/webhooks/retry-pauses.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { MailServer } from '../../support/mail-server.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';
import { EventReader, waitUntilPublished } from '../../support/events/event-reader.js';
import { insertStaff } from '../../../src/staff/accounts/account-changes.store.js';
import { Receiver } from '../../support/webhooks/receiver.js';

const WEBHOOKS = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;

let library: TestLibrary;
let operator: OperatorClient;
let mails: MailServer;
const receivers: Receiver[] = [];
beforeAll(async () => {
  mails = await MailServer.start();
  const settings = {
    ROLE: 'all',
    OPERATOR_TOKEN,
    SMTP_URL: mails.url,
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1,fc00::/7',
    WEBHOOKS_KEY: 'a-key-of-the-webhooks-of-a-service',
  };
  library = await TestLibrary.alone({}, settings);
  operator = new OperatorClient(library.service.url);
});
afterEach(async () => {
  const { webhooks } = (await operator.get(WEBHOOKS)).body as { webhooks: { webhookId: string }[] };
  for (const { webhookId } of webhooks) await mustSucceed(operator.delete(`${WEBHOOKS}/${webhookId}`));
  for (const receiver of receivers.splice(0)) await receiver.stop();
});
afterAll(async () => {
  await library.close();
  await mails.stop();
});

interface Registered {
  readonly receiver: Receiver;
  readonly path: string;
  readonly webhookId: string;
}

async function register(types?: string): Promise<Registered> {
  const receiver = await Receiver.start();
  receivers.push(receiver);
  const added = await operator.post(WEBHOOKS, { url: receiver.url, ...(types && { types }) });
  expect(added).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  const { webhookId, secret } = added.body as { webhookId: string; secret: string };
  receiver.secret = secret;
  return { receiver, webhookId, path: `${WEBHOOKS}/${webhookId}` };
}

const stateOf = async ({ path }: Registered): Promise<Readonly<Record<string, unknown>>> =>
  (await mustSucceed(operator.get(path))).body as Readonly<Record<string, unknown>>;

const told = ({ receiver }: Registered, ...types: string[]): Promise<void> =>
  eventually(() => expect(receiver.events.map(({ type }) => type)).toEqual(types));

async function placeHold(patron?: TestPatron): Promise<TestPatron> {
  const holder = patron ?? (await library.addPatron());
  await mustSucceed(holder.place(await library.addTitle(0)));
  return holder;
}

const HOLD_EVENTS = 'hold.placed,hold.ended,hold.suspended,hold.resumed';

describe('a receiver', () => {
  it('is told the same as the feed, signed, in the order of each patron', async () => {
    const feed = new EventReader(operator, { types: HOLD_EVENTS });
    await waitUntilPublished(library.service);
    await feed.next({ iterator: 'now' });
    const webhook = await register(HOLD_EVENTS);
    const [patron, title] = [await library.addPatron(), await library.addTitle(0)];
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
    await mustSucceed(patron.remove(title));
    await placeHold();
    await eventually(() => expect(webhook.receiver.events).toHaveLength(5));
    const events = await feed.rest();
    const bySubject = (subject: string) => (event: { subject: string }) => event.subject === subject;
    const own = bySubject(`patrons/${patron.patronId}`);
    expect(webhook.receiver.events.filter(own)).toEqual(events.filter(own));
    expect(new Set(webhook.receiver.events)).toEqual(new Set(events));
    expect(webhook.receiver.refused).toBe(0);
    expect(await stateOf(webhook)).toMatchObject({ state: 'active', failingSince: null });
  });

  it('can tell what is forged, changed or old', async () => {
    const webhook = await register('hold.placed');
    await placeHold();
    await told(webhook, 'hold.placed');
    const [delivery] = webhook.receiver.accepted;
    const { headers = {}, body = '' } = delivery ?? {};
    const judge = new Webhook(webhook.receiver.secret);
    expect(headers['webhook-id']).toBe(delivery?.event.id);
    expect(() => judge.verify(body, headers)).not.toThrow();
    expect(() => judge.verify(`${body} `, headers)).toThrow();
    expect(() => judge.verify(body, { ...headers, 'webhook-id': 'another' })).toThrow();
    const old = String(Number(headers['webhook-timestamp']) - 600);
    expect(() => judge.verify(body, { ...headers, 'webhook-timestamp': old })).toThrow();
    expect(() => new Webhook(Buffer.from('another').toString('base64')).verify(body, headers)).toThrow();
  });

  it('accepts either secret while one replaces the other', async () => {
    const webhook = await register('hold.placed');
    const rotated = await operator.post(`${webhook.path}/secret`, {});
    expect(rotated.status).toBe(201);
    const { secret } = rotated.body as { secret: string };
    expect(secret).not.toBe(webhook.receiver.secret);
    await placeHold();
    await told(webhook, 'hold.placed');
    const [{ body = '', headers = {} } = {}] = webhook.receiver.accepted;
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    await advanceClock(library.service, 25 * HOUR);
    await placeHold();
    await eventually(() => expect(webhook.receiver.refused).toBeGreaterThan(0));
    webhook.receiver.secret = secret;
    await advanceClock(library.service, HOUR);
    await told(webhook, 'hold.placed', 'hold.placed');
  });

  it('accepts each secret for the day that was promised, however many follow it', async () => {
    const webhook = await register('hold.placed');
    const { secret: first } = webhook.receiver;
    for (let rotation = 0; rotation < 2; rotation++) await operator.post(`${webhook.path}/secret`, {});
    expect(await operator.post(`${webhook.path}/test`, {})).toMatchObject({ body: { status: 204 } });
    await placeHold();
    await told(webhook, 'webhook.test', 'hold.placed');
    for (const { headers, body } of webhook.receiver.accepted) {
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(3);
      expect(() => new Webhook(first).verify(body, headers)).not.toThrow();
    }
  });

  it('gets what it did not accept again, behind it nothing of the same patron, and the others what is theirs', async () => {
    const [failing, other] = [await register('hold.placed'), await register('hold.placed')];
    failing.receiver.rule = () => 503;
    const patron = await placeHold();
    await told(other, 'hold.placed');
    await eventually(async () => expect(await stateOf(failing)).toMatchObject({ state: 'failing' }));
    await placeHold(patron);
    await told(other, 'hold.placed', 'hold.placed');
    const { attempts } = (await mustSucceed(operator.get(`${failing.path}/attempts`))).body as {
      attempts: { status: number; answer: string }[];
    };
    expect(attempts[0]).toMatchObject({ status: 503, answer: 'no, 503', problem: null });
    failing.receiver.rule = () => undefined;
    await advanceClock(library.service, HOUR);
    await told(failing, 'hold.placed', 'hold.placed');
    expect(failing.receiver.events).toEqual(other.receiver.events);
    await eventually(async () => expect(await stateOf(failing)).toMatchObject({ state: 'active' }));
  });

  it('that refuses what one patron does gets all else at once, and that in its order when it accepts it', async () => {
    const webhook = await register('hold.placed');
    const [refused, other] = [await library.addPatron(), await library.addPatron()];
    webhook.receiver.rule = ({ subject }) => (subject === `patrons/${refused.patronId}` ? 500 : undefined);
    await placeHold(other);
    await told(webhook, 'hold.placed');
    // Both come together, as soon as the pause after the first failure is over.
    await placeHold(refused);
    await eventually(() => expect(webhook.receiver.requests).toBeGreaterThanOrEqual(2));
    for (const patron of [other, refused, other]) await placeHold(patron);
    await advanceClock(library.service, 60);
    const subjects = (): string[] => webhook.receiver.events.map(({ subject }) => subject);
    await eventually(() => expect(subjects()).toHaveLength(3));
    await placeHold(other);
    await eventually(() => expect(subjects()).toEqual(Array(4).fill(`patrons/${other.patronId}`)));
    expect(await stateOf(webhook)).toMatchObject({ state: 'active' });
    webhook.receiver.rule = () => undefined;
    await advanceClock(library.service, HOUR);
    await eventually(() => expect(subjects().slice(4)).toEqual(Array(2).fill(`patrons/${refused.patronId}`)));
    const feed = await new EventReader(operator, { types: 'hold.placed' }).rest();
    const ids = feed.filter(({ subject }) => subject === `patrons/${refused.patronId}`).map(({ id }) => id);
    expect(webhook.receiver.events.slice(4).map(({ id }) => id)).toEqual(ids);
  });

  it('that hangs delays no other', async () => {
    const [hanging, other] = [await register('hold.placed'), await register('hold.placed')];
    hanging.receiver.rule = () => 'hang';
    await placeHold();
    await placeHold();
    await told(other, 'hold.placed', 'hold.placed');
    expect(hanging.receiver.events).toEqual([]);
  });

  it('is not followed to another address', async () => {
    const [webhook, elsewhere] = [await register('hold.placed'), await register('hold.missed')];
    webhook.receiver.rule = () => 307;
    webhook.receiver.answer = (status, response) =>
      response.writeHead(status, { location: elsewhere.receiver.url }).end();
    await placeHold();
    await eventually(async () => expect(await stateOf(webhook)).toMatchObject({ state: 'failing' }));
    expect(elsewhere.receiver.requests).toBe(0);
  });

  it('that accepts nothing for three days is disabled, with a mail, and gets all when it is enabled', async () => {
    await insertStaff(
      library.service.database,
      { name: 'grace', email: 'grace@library.example' },
      { websiteId: WEBSITE_ID, roles: ['admin'] },
    );
    const webhook = await register('hold.placed');
    webhook.receiver.rule = () => 500;
    await placeHold();
    await eventually(async () => expect(await stateOf(webhook)).toMatchObject({ state: 'failing' }));
    await advanceClock(library.service, 3 * DAY);
    await eventually(async () =>
      expect(await stateOf(webhook)).toMatchObject({ state: 'disabled', disabledBecause: 'failing' }),
    );
    await eventually(() =>
      expect(mails.received.map(({ recipients }) => recipients)).toEqual([['grace@library.example']]),
    );
    expect(mails.received[0]?.parsed.subject).toContain('webhook to 127.0.0.1');
    webhook.receiver.rule = () => undefined;
    await mustSucceed(operator.put(webhook.path, { enabled: true }));
    await told(webhook, 'hold.placed');
  });

  it('that is gone is disabled at once', async () => {
    const webhook = await register('hold.placed');
    webhook.receiver.rule = () => 410;
    await placeHold();
    await eventually(async () =>
      expect(await stateOf(webhook)).toMatchObject({ state: 'disabled', disabledBecause: 'gone' }),
    );
  });

  it('gets again what has happened since a moment, with the same ids', async () => {
    const webhook = await register('hold.placed');
    await placeHold();
    await told(webhook, 'hold.placed');
    const [first] = webhook.receiver.events;
    const since = new Date(Date.parse(first?.time ?? '')).toISOString();
    await mustSucceed(operator.post(`${webhook.path}/replay`, { since }));
    await eventually(() =>
      expect(webhook.receiver.accepted.filter(({ event }) => event.id === first?.id)).toHaveLength(2),
    );
  });

  it('can be tried', async () => {
    const webhook = await register('hold.missed');
    const tested = await operator.post(`${webhook.path}/test`, {});
    expect(tested).toMatchObject({ status: 200, body: { type: 'webhook.test', status: 204, problem: null } });
    await told(webhook, 'webhook.test');
  });

  it('that failed before a sandbox’s clock was set back is tried again', async () => {
    const webhook = await register('hold.placed');
    webhook.receiver.rule = () => 503;
    await advanceClock(library.service, DAY);
    await placeHold();
    await eventually(async () => expect(await stateOf(webhook)).toMatchObject({ state: 'failing' }));
    webhook.receiver.rule = () => undefined;
    await moveClock(library.service.database, null);
    await told(webhook, 'hold.placed');
  });
});

describe('staff', () => {
  it('cannot add more than 20 webhooks, however many at once', async () => {
    const url = 'https://8.8.8.8/';
    const added = await Promise.all(Array.from({ length: 40 }, () => operator.post(WEBHOOKS, { url })));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20);
  });

  it('see secrets in no other answer', async () => {
    const webhook = await register();
    for (const path of [WEBHOOKS, webhook.path, `${webhook.path}/attempts`])
      expect(JSON.stringify((await operator.get(path)).body)).not.toContain('whsec_');
  });

  it.each([
    ['ftp://receiver.example.org/', 'url must be an https:// address'],
    ['https://ada:secret@receiver.example.org/', 'url must be an https:// address'],
    ['http://8.8.8.8/', 'url must be an https:// address; http:// only for'],
    ['http://169.254.169.254/', 'url must be the address of a public host'],
    ['https://[fd00:ec2::254]/', 'url must not be an address where a cloud'],
  ])('cannot name %s', async (url, message) => {
    const refused = await operator.post(WEBHOOKS, { url });
    expectRefusal(refused, 'InvalidFieldValue');
    expect(JSON.stringify(refused.body)).toContain(message);
  });

  it('are told which types there are, and of unknown webhooks', async () => {
    expectRefusal(
      await operator.post(WEBHOOKS, { url: 'https://8.8.8.8/', types: 'no' }),
      'InvalidFieldValue',
    );
    expectRefusal(await operator.post(WEBHOOKS, {}), 'MissingField');
    expectRefusal(await operator.get(`${WEBHOOKS}/53be238e-d4d2-5efd-8241-c596634d055e`), 'NotFound');
  });
});

it('pauses grow from seconds to an hour', () => {
  expect(retrySeconds(0, 0.5)).toBe(5);
  expect(retrySeconds(3, 0.5)).toBe(40);
  expect(retrySeconds(50, 0.5)).toBe(3_600);
});

it('attempts are forgotten after 7 days, and with their patron', async () => {
  const webhook = await register('hold.placed,patron.forgotten');
  const patron = await placeHold();
  await placeHold();
  await told(webhook, 'hold.placed', 'hold.placed');
  const attempts = async (): Promise<number> =>
    ((await operator.get(`${webhook.path}/attempts`)).body as { attempts: unknown[] }).attempts.length;
  await eventually(async () => expect(await attempts()).toBe(2));
  await mustSucceed(operator.forget(patron));
  await told(webhook, 'hold.placed', 'hold.placed', 'patron.forgotten');
  await eventually(async () => expect(await attempts()).toBe(2));
  await advanceClock(library.service, 8 * DAY);
  await purgeAttempts(library.service.database);
  await eventually(async () => expect(await attempts()).toBe(0));
});
