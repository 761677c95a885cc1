import fc from 'fast-check';
import { readDeliveryReport } from '../../../../src/notifications/bounces/delivery-report.js';
import { expectRefusal } from '../../../support/answers.js';
import { type Answer, mustSucceed, PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { waitUntilJobsAreDone } from '../../../support/jobs.js';
import type { MailServer, ReceivedMail } from '../../../support/mail-server.js';
import { metricsOf } from '../../../support/metrics.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import type { PatronAndTitle, TestLibrary } from '../../../support/test-library.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import type { OperatorClient } from '../../../support/operator/operator-client.js';
import { useMailingLibrary } from '../../../support/operator/operator-library.js';

const BOUNCES = '/operator/v1/bounces';

let library: TestLibrary;
let operator: OperatorClient;
let mails: MailServer;
useMailingLibrary((opened) => ({ library, operator, mails } = opened));

interface Told extends PatronAndTitle {
  readonly mail: ReceivedMail;
}

/** A ready hold whose notice the mail server has accepted. */
async function told(): Promise<Told> {
  const ready = await library.ready();
  await eventually(() => expect(mails.acceptedFor(ready.patron.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  return { ...ready, mail: mails.acceptedFor(ready.patron.emailAddress)[0]! };
}

const post = (type: string, body: string | Buffer, client: PatronClient = operator): Promise<Answer> =>
  client.send('POST', BOUNCES, {
    headers: { 'content-type': type },
    body: new Uint8Array(typeof body === 'string' ? Buffer.from(body) : body),
  });

const postJson = (body: object, client?: PatronClient): Promise<Answer> =>
  post('application/json', JSON.stringify(body), client);

/** How many bounces the service has counted. */
const counted = async (): Promise<number> =>
  (await metricsOf(library.service.url)).get('holdfast_mails_total{outcome="bounced"}') ?? 0;

async function listed(): Promise<object[]> {
  return (await mustSucceed(operator.unsentMail({ websiteId: library.websiteId }))).body.notices as object[];
}

const BOUNDARY = 'B_0F1E.2D/3C';
const REPORT_TYPE = `multipart/report; report-type=delivery-status; boundary="${BOUNDARY}"`;

interface ReportOptions {
  readonly status?: string;
  readonly action?: string;
  readonly headersOnly?: boolean;
}

const lines = (...texts: readonly string[]): string => texts.join('\r\n');

/** The body of a delivery status notification, as mail servers write it. */
function report({ mail }: Told, options: ReportOptions = {}): Buffer {
  const { status = '5.1.1', action = 'failed', headersOnly = false } = options;
  const headers = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n') + 2);
  const parts = [
    lines(
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: 8bit',
      '',
      'Empf\xe4nger unbekannt.',
    ),
    lines(
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.org',
      'Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000',
      '',
      `Final-Recipient: rfc822; ${mail.recipients[0] ?? ''}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp;',
      ' 552 5.2.2 Mailbox full',
    ),
    headersOnly
      ? lines('Content-Type: text/rfc822-headers', '', headers)
      : lines('Content-Type: message/rfc822', '', mail.raw),
  ];
  const body = parts.map((part) => lines(`--${BOUNDARY}`, part, '')).join('');
  return Buffer.from(`${body}--${BOUNDARY}--\r\n`, 'latin1');
}

const asMail = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      lines(
        'From: MAILER-DAEMON@mx.example.org',
        'Subject: Undelivered Mail Returned to Sender',
        'MIME-Version: 1.0',
        `Content-Type: ${REPORT_TYPE}`,
        '\r\n',
      ),
    ),
    body,
  ]);

test('a report as a whole mail lists the notice as refused, and it can be sent again', async () => {
  const hold = await told();
  const before = await counted();
  expect(await listed()).toEqual([]);
  expect((await post('message/rfc822', asMail(report(hold)))).status).toBe(204);
  expect(await listed()).toEqual([
    expect.objectContaining({ patronId: hold.patron.patronId, state: 'refused', smtpCode: 552 }),
  ]);
  expect(await counted()).toBe(before + 1);

  await mustSucceed(operator.retryMail({ websiteId: library.websiteId }));
  const { emailAddress } = hold.patron;
  await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(2));
  expect(mails.acceptedFor(emailAddress)[1]?.parsed.messageId).toBe(hold.mail.parsed.messageId);
  await waitUntilJobsAreDone(library.service.database);
  expect(await listed()).toEqual([]);
  // It may bounce again.
  await post('message/rfc822', asMail(report(hold)));
  expect(await listed()).toHaveLength(1);
});

test('only the hold that the notice was about is marked', async () => {
  const title = await library.addTitle(0);
  const [first, second] = await library.fillQueue(title, 2);
  // Both pickups end at the same moment.
  await library.setCopiesOwned(title, 2);
  for (const { emailAddress } of [first, second])
    await eventually(() => expect(mails.acceptedFor(emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  const [mail] = mails.acceptedFor(second.emailAddress);
  await postJson({ messageId: mail!.parsed.messageId, status: '5.1.1' });
  expect(await listed()).toEqual([expect.objectContaining({ patronId: second.patronId, ticket: 2 })]);
});

test('a report with the headers of the notice alone is taken as the body of a mail', async () => {
  const hold = await told();
  expect((await post(REPORT_TYPE, report(hold, { headersOnly: true }))).status).toBe(204);
  expect(await listed()).toEqual([expect.objectContaining({ state: 'refused', smtpCode: 552 })]);
});

test('a report as JSON is taken with or without the server’s words', async () => {
  const [first, second] = [await told(), await told()];
  await postJson({ messageId: first.mail.parsed.messageId, status: '5.1.1', recipient: 'x@example.org' });
  const diagnosticCode = 'smtp; 554 5.7.1 Go away';
  await postJson({ messageId: second.mail.parsed.messageId, status: '5.7.1', diagnosticCode });
  expect(await listed()).toEqual([
    expect.objectContaining({ patronId: second.patron.patronId, smtpCode: 554 }),
    expect.objectContaining({ patronId: first.patron.patronId, smtpCode: 550 }),
  ]);
});

test('reports of one bounce count once, whether they come at the same time or again', async () => {
  const hold = await told();
  const before = await counted();
  for (let round = 0; round < 2; round++) {
    const reports = [1, 2, 3, 4].map(() => post(REPORT_TYPE, report(hold)));
    expect((await Promise.all(reports)).map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await listed()).toHaveLength(1);
  }
  expect(await counted()).toBe(before + 1);
});

test('delays, temporary failures and other mails change nothing, with the same answer', async () => {
  const hold = await told();
  const { messageId } = hold.mail.parsed;
  const harmless = [
    await post(REPORT_TYPE, report(hold, { status: '4.2.2' })),
    await post(REPORT_TYPE, report(hold, { action: 'delayed' })),
    await post(
      'message/rfc822',
      `Subject: I am away\r\nIn-Reply-To: ${messageId ?? ''}\r\n\r\nBack on Monday.`,
    ),
    await postJson({ messageId, status: '2.0.0' }),
    await postJson({ messageId: `<ready-${'0'.repeat(32)}@library.example>`, status: '5.1.1' }),
    await postJson({ messageId: 'not a message id', status: '5.1.1' }),
  ];
  expect(harmless.map(({ status, text }) => [status, text])).toEqual(harmless.map(() => [204, '']));
  expect(await listed()).toEqual([]);
});

test('a bounce after the hold has ended leaves no trace', async () => {
  const hold = await told();
  await mustSucceed(hold.patron.remove(hold.title));
  expect((await post(REPORT_TYPE, report(hold))).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect(await tablesWith(library.service.database, hold.patron.emailAddress)).toEqual(['public.patron']);
});

test('staff of another library cannot mark this one’s notices', async () => {
  const there = await library.another();
  const token = await addMachine(library.service, 'machine', ['desk'], there.websiteId);
  const hold = await told();
  const { messageId } = hold.mail.parsed;
  const other = new PatronClient(library.service.url, token);
  expect((await postJson({ messageId, status: '5.1.1' }, other)).status).toBe(204);
  // A library in the query counts only where the handler takes it from there.
  const body = JSON.stringify({ messageId, status: '5.1.1' });
  const headers = { 'content-type': 'application/json' };
  const answer = await other.send('POST', `${BOUNCES}?websiteId=${library.websiteId}`, { headers, body });
  expect(answer.status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('what is no report is refused', async () => {
  expectRefusal(await post('text/plain', 'x'), 'InvalidRequestBody');
  expectRefusal(await post('text/html', 'x'), 'UnsupportedMediaType');
  expectRefusal(await post('application/json', '[]'), 'InvalidRequestBody');
  expectRefusal(await postJson({ status: '5.1.1' }), 'InvalidFieldValue');
  expectRefusal(await postJson({ messageId: 7, status: '5.1.1' }), 'InvalidFieldValue');
  expectRefusal(await post('message/rfc822', 'x'.repeat(65 * 1024)), 'PayloadTooLarge');
  expectRefusal(await post('message/rfc822', `To: ${'a:'.repeat(9 * 1024)}\r\n\r\nx`), 'InvalidRequestBody');
});

test('no sequence of bytes is taken for a report', async () => {
  const line = fc.oneof(
    fc.constantFrom('Content-Type: multipart/report; boundary=b', '--b', '--b--', '', 'Status: 5.1.1'),
    fc.constantFrom(
      'Content-Type: message/rfc822',
      'Content-Type: message/delivery-status',
      'Action: failed',
    ),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      const read = await readDeliveryReport(Buffer.from(lines.join('\r\n'))).catch(() => undefined);
      expect(read).toBeUndefined();
    }),
  );
});

describe('a report of Amazon SES', () => {
  interface SesEvent {
    readonly kind?: 'notificationType' | 'eventType';
    readonly type?: string;
    readonly details?: object;
    readonly mail?: object;
  }

  const PERMANENT = {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: 'a@example.org',
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 554 no such user',
      },
    ],
  };

  /** Shaped as SES documents it. */
  function event({ mail: { parsed } }: Told, given: SesEvent = {}): string {
    const { kind = 'notificationType', type = 'Bounce', details = PERMANENT } = given;
    const mail = given.mail ?? { commonHeaders: { messageId: parsed.messageId } };
    return JSON.stringify({
      ...{ [kind]: type, [type.toLowerCase()]: details },
      mail: {
        timestamp: '2026-11-29T10:00:00.000Z',
        messageId: '0100-ses',
        destination: ['a@example.org'],
        ...mail,
      },
    });
  }

  const inSns = (message: string, type = 'Notification'): string =>
    JSON.stringify({ Type: type, MessageId: '1', TopicArn: 'arn:aws:sns:eu:1:bounces', Message: message });

  const statesOf = async (): Promise<unknown[]> =>
    (await listed()).map((notice) => (notice as { readonly smtpCode: unknown }).smtpCode);

  test.each<[string, SesEvent, boolean, string]>([
    ['in a message of SNS', {}, true, 'text/plain; charset=UTF-8'],
    ['as it is', {}, false, 'text/plain; charset=UTF-8'],
    ['of a configuration set', { kind: 'eventType' }, true, 'application/json'],
  ])('%s marks the notice as refused', async (_, given, isInSns, type) => {
    const ready = await told();
    const text = event(ready, given);
    expect((await post(type, isInSns ? inSns(text) : text)).status).toBe(204);
    expect(await statesOf()).toContain(554);
  });

  test('names the mail by its own header, too', async () => {
    const ready = await told();
    const headers = [{ name: 'message-id', value: ready.mail.parsed.messageId }];
    expect((await post('text/plain', event(ready, { mail: { headers } }))).status).toBe(204);
    expect(await statesOf()).toContain(554);
  });

  test('of a mail that SES did not send to an address that has complained marks the notice as refused', async () => {
    const ready = await told();
    const details = { complaintSubType: 'OnAccountSuppressionList' };
    await post('text/plain', event(ready, { type: 'Complaint', details }));
    expect(await statesOf()).toContain(550);
  });

  test.each<[string, (ready: Told) => string]>([
    [
      'a bounce that may pass',
      (ready) => event(ready, { details: { ...PERMANENT, bounceType: 'Transient' } }),
    ],
    [
      'a complaint about a mail that has arrived',
      (ready) => event(ready, { type: 'Complaint', details: {} }),
    ],
    ['a delivery', (ready) => event(ready, { type: 'Delivery', details: {} })],
    ['a bounce without the mail’s headers', (ready) => event(ready, { mail: {} })],
    ['a question for the subscription', (ready) => inSns(event(ready), 'SubscriptionConfirmation')],
    ['a message that is no event', () => inSns('Successfully validated SNS topic.')],
    ['an event whose members are of other kinds', () => '{"eventType":"Bounce","bounce":[],"mail":"x"}'],
  ])('that is %s changes nothing', async (_, text) => {
    const ready = await told();
    const before = await listed();
    expect((await post('text/plain', text(ready))).status).toBe(204);
    expect(await listed()).toEqual(before);
  });
});
