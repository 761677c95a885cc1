import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../../../support/clock.js';
import { PatronClient } from '../../../support/client.js';
import { MailServer } from '../../../support/mail-server.js';
import {
  type Deployment,
  type ServiceProcess,
  startDeployment,
  startProcess,
} from '../../support/processes.js';
import { category, collection, copies, library, patron, title } from '../../../support/records.js';
import { tokenOf } from '../../../support/service.js';
import { CANARY, canariesIn } from '../../support/fuzz/canaries.js';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

const HOLDS = '/v1/patrons/me/holds';
const RESERVE_ID = 'ca9a47ca-9a47-4ca9-8a47-ca9a47ca9a47';
const CROSS_REF_ID = 990_099_009;
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN_ID = 'b7ad6b7169203331';
const SERVER_KIND = 2;
const ERROR = 2;

let deployment: Deployment;
let receiver: OtlpReceiver;
let mails: MailServer;
let traced: ServiceProcess;
let folder: string;
let placement: { traceId: string; requestId: string };
let ownTrace: { requestId: string };
let lines: Record<string, unknown>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-traces-'));
  receiver = await OtlpReceiver.start();
  mails = await MailServer.start();
  deployment = await startDeployment(
    [
      library(),
      collection('main'),
      category('adult', ['main']),
      title(CROSS_REF_ID, { reserveId: RESERVE_ID, title: CANARY.title }),
      { ...copies(CROSS_REF_ID, 1), reserveId: RESERVE_ID },
      patron(CANARY.patronId, { cardNumber: CANARY.cardNumber }),
    ],
    { processes: 0 },
  );
  traced = await startProcess({
    DATABASE_URL: deployment.databaseUrl,
    ROLE: 'all',
    DATA_DIR: folder,
    SMTP_URL: mails.url,
    OPERATOR_TOKEN: CANARY.operatorToken,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'holds-of-the-city',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  await sendRequests();
  // It sends the last spans before it ends.
  expect(await traced.stop()).toBe(0);
  lines = traced
    .output()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});
afterAll(async () => {
  await traced.kill();
  await deployment.close();
  await mails.stop();
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

async function sendRequests(): Promise<void> {
  const client = new PatronClient(traced.url, await tokenOf(deployment.database, CANARY.patronId));
  const fields = [
    { name: 'id', value: CROSS_REF_ID },
    { name: 'emailAddress', value: CANARY.email },
  ];
  const headers = {
    'Content-Type': 'application/json',
    traceparent: `00-${TRACE_ID}-${CALLERS_SPAN_ID}-01`,
    tracestate: `vendor=${CANARY.cardNumber}`,
    baggage: `patron=${CANARY.patronId}`,
    'User-Agent': CANARY.email,
  };
  const placed = await client.send('POST', HOLDS, { body: JSON.stringify({ fields }), headers });
  expect(placed.status).toBe(201);
  placement = { traceId: TRACE_ID, requestId: placed.headers.get('x-request-id')! };
  const listed = await client.get(`${HOLDS}?email=${CANARY.email}`);
  ownTrace = { requestId: listed.headers.get('x-request-id')! };
  await client.get(`${HOLDS}/${RESERVE_ID}`);
  await client.get(`/v1/${CANARY.title}/${CANARY.email}`);
  await new PatronClient(traced.url, CANARY.otherToken).get(HOLDS);
  await new PatronClient(traced.url, CANARY.operatorToken).get(
    `/operator/v1/patrons/${CANARY.patronId}/export`,
  );
  await fetch(`${traced.url}/v1/products?q=${encodeURIComponent(CANARY.title)}`);
  await fetch(`${traced.url}/health/ready`);
  await eventually(() => expect(mails.acceptedFor(CANARY.email)).toHaveLength(1));
  const session = new pg.Client(deployment.databaseUrl);
  await session.connect();
  // An error whose message has the row, and one of a lock that takes too long.
  await session.query('ALTER TABLE hold ADD CONSTRAINT fault CHECK (missed_pickups < 0) NOT VALID');
  expect((await client.put(`${HOLDS}/${RESERVE_ID}`, { emailAddress: CANARY.email })).status).toBeGreaterThan(
    399,
  );
  await client.post(`${HOLDS}/${RESERVE_ID}/suspension`, { suspensionType: 'indefinite' });
  await session.query('ALTER TABLE hold DROP CONSTRAINT fault');
  await session.query('BEGIN');
  await session.query('SELECT FROM title_queue FOR UPDATE');
  expect((await client.delete(`${HOLDS}/${RESERVE_ID}`)).status).toBe(503);
  await session.query('ROLLBACK');
  await session.end();
}

const childrenOf = (parent: ReceivedSpan): ReceivedSpan[] =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

function requestSpan(requestId: string): ReceivedSpan {
  const spans = receiver.spans.filter(({ attributes }) => attributes['holdfast.request_id'] === requestId);
  expect(spans).toHaveLength(1);
  return spans[0]!;
}

test('a request continues the trace of its traceparent, and is named after its route', () => {
  expect(requestSpan(placement.requestId)).toMatchObject({
    name: `POST ${HOLDS}`,
    kind: SERVER_KIND,
    traceId: TRACE_ID,
    parentSpanId: CALLERS_SPAN_ID,
    attributes: {
      'http.request.method': 'POST',
      'http.route': HOLDS,
      'http.response.status_code': 201,
    },
  });
});

test('a request without a traceparent begins a trace', () => {
  const span = requestSpan(ownTrace.requestId);
  expect(span).toMatchObject({ name: `GET ${HOLDS}`, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(span.traceId).not.toBe(TRACE_ID);
  expect(span.parentSpanId ?? '').toBe('');
});

test('its statements are spans with their names, those of a transaction below it', () => {
  const children = childrenOf(requestSpan(placement.requestId));
  const transaction = children.find(({ name }) => name === 'transaction')!;
  const statements = childrenOf(transaction);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^queue-lock/), 'queue-assign-copies']),
  );
  for (const { name, attributes } of statements)
    expect(attributes).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': name });
});

test('so are those of Prisma Client, with their tables', () => {
  const exported = receiver.spans.find(({ name }) => name === 'GET /operator/v1/patrons/:patronId/export')!;
  expect(childrenOf(exported).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['SELECT patron', 'SELECT further_card', 'SELECT access_token']),
  );
});

test('a notice has a trace of its own: the job, its statements and the mail', () => {
  const job = receiver.spans.find(({ name }) => name === 'job ready-notice')!;
  expect(job.traceId).not.toBe(TRACE_ID);
  expect(job.parentSpanId ?? '').toBe('');
  expect(childrenOf(job).map(({ name }) => name)).toEqual([
    'mail-origin-is-here',
    'notice-find-ready',
    'mail',
    'notice-record-sent',
    'clock-now',
    'notice-count-mail',
  ]);
});

test('a failed request, its transaction and its statement are errors with a code', () => {
  const failed = receiver.spans.filter(({ attributes }) => attributes['http.response.status_code'] === 503);
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatchObject({ status: { code: ERROR }, attributes: { 'error.type': '55P03' } });
  const [transaction] = childrenOf(failed[0]!).filter(({ status }) => status?.code === ERROR);
  const [statement] = childrenOf(transaction!).filter(({ status }) => status?.code === ERROR);
  for (const span of [transaction, statement]) expect(span?.attributes['error.type']).toBe('55P03');
});

test('the log line of a request has the id of its trace', () => {
  for (const { requestId } of [placement, ownTrace]) {
    const [line] = lines.filter((each) => each.requestId === requestId && each.msg === 'request');
    expect(line?.traceId).toBe(requestSpan(requestId).traceId);
  }
});

test('the resource names the service and its release, and what the environment adds', () => {
  for (const resource of receiver.resources)
    expect(resource).toMatchObject({
      'service.name': 'holds-of-the-city',
      'service.version': expect.any(String),
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'test',
    });
});

test('names are from a closed list, and health checks are not traced', () => {
  const names = new Set(receiver.spans.map(({ name }) => name));
  expect(names.size).toBeGreaterThan(10);
  for (const name of names)
    expect(name).toMatch(
      /^(?:(?:GET|POST|PUT|DELETE) (?:\/[\w:/-]*|unknown)|transaction|mail|job ready-notice|timers apply|(?:SELECT|INSERT|UPDATE|DELETE) [a-z_]+|[a-z]+(?:-[a-z]+)+)$/,
    );
  expect([...names].join()).not.toContain('/health');
});

test('no trace has a patron, a card, a token, an address or a title', () => {
  const text = receiver.bodies.join('\n');
  expect(text.length).toBeGreaterThan(5_000);
  expect(canariesIn(text)).toEqual([]);
  for (const value of [RESERVE_ID, String(CROSS_REF_ID)]) expect(text).not.toContain(value);
  // Exceptions are events with the message of an error, which may quote a row.
  for (const span of receiver.spans) expect(span.events ?? []).toEqual([]);
});
