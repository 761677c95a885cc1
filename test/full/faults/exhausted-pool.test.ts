import pg from 'pg';
import { expectRefusal } from '../../support/answers.js';
import { type Answer, PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import {
  type Deployment,
  urlWithLongTimeouts,
  type ServiceProcess,
  startDeployment,
  startProcess,
} from '../support/processes.js';
import { library, patron, smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';
import { CHECKOUTS, HOLDS } from '../../support/paths.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';

/** Two for transactions and other statements, and one for lookups. */
const POOL_SIZE = 3;
/** The limit is 1.5 s, and a busy machine takes longer. Without the limit a request would wait until the test's end. */
const SOON_SECONDS = 30;

let deployment: Deployment;
let service: ServiceProcess;
let locker: pg.Client;
let stuck: Promise<Answer[]>;
let tokens: string[];
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(3, [0, 1]), { processes: 0 });
  service = await startProcess({
    DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
    ROLE: 'api',
    POOL_SIZE: String(POOL_SIZE),
    OPERATOR_TOKEN,
  });
  tokens = await Promise.all([1, 2, 3].map((patronId) => tokenOf(deployment.database, patronId)));
  locker = new pg.Client(deployment.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE hold IN SHARE MODE');
  stuck = Promise.all(
    tokens
      .slice(1)
      .map((token) =>
        new PatronClient(service.url, token).post(HOLDS, { id: 1, emailAddress: 'a@example.org' }),
      ),
  );
  await eventually(async () =>
    expect(await statementsWaitingForLocks(deployment.database)).toHaveLength(POOL_SIZE - 1),
  );
  // At the same time, because each mostly waits for a connection.
  await Promise.all(OPERATIONS.map(([what, ask]) => perform(what, ask)));
});
afterAll(async () => {
  await locker.query('ROLLBACK');
  for (const answer of await stuck) expect(answer.status).toBe(201);
  await locker.end();
  await service.stop();
  await deployment.close();
});

const lines = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Operations that need a connection of their own, unlike lookups by key. */
const OPERATIONS: readonly (readonly [
  what: string,
  ask: (one: PatronClient, operator: PatronClient) => Promise<Answer>,
])[] = [
  ['place a hold', (one) => one.post(HOLDS, { id: 2, emailAddress: 'a@example.org' })],
  ['remove a hold', (one) => one.delete(`${HOLDS}/1`)],
  ['suspend a hold', (one) => one.post(`${HOLDS}/1/suspension`, { suspensionType: 'indefinite' })],
  ['borrow', (one) => one.post(CHECKOUTS, { id: 2 })],
  ['return', (one) => one.delete(`${CHECKOUTS}/2`)],
  [
    'choose a lending period',
    (one) => one.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 7 }),
  ],
  ['export a patron', (_, operator) => operator.get('/operator/v1/patrons/1/export')],
  ['forget a patron', (_, operator) => operator.delete('/operator/v1/patrons/1')],
  ['list the queues', (_, operator) => operator.get('/operator/v1/libraries/37/queues')],
  ['list unsent mail', (_, operator) => operator.get('/operator/v1/mail')],
  ...[library(), patron(9)].map(
    (record) =>
      [
        `import a ${record.record}`,
        (_: PatronClient, operator: PatronClient) =>
          operator.send('POST', '/operator/v1/records', {
            headers: { 'content-type': 'application/x-ndjson' },
            body: lines(record),
          }),
      ] as const,
  ),
];

const results = new Map<string, { readonly answer: Answer; readonly seconds: number }>();

async function perform(what: string, ask: (typeof OPERATIONS)[number][1]): Promise<void> {
  const begun = Date.now();
  const answer = await ask(
    new PatronClient(service.url, tokens[0]!),
    new PatronClient(service.url, OPERATOR_TOKEN),
  );
  results.set(what, { answer, seconds: (Date.now() - begun) / 1000 });
}

test.each(OPERATIONS)('with all connections taken, a request to %s gets 503 before one is free', (what) => {
  const { answer, seconds } = results.get(what)!;
  expectRefusal(answer, 'ServiceUnavailable');
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(seconds).toBeLessThan(SOON_SECONDS);
});

test('with all connections taken, reads by key are served', async () => {
  const { status } = await new PatronClient(service.url, tokens[0]!).get('/v1/patrons/me');
  expect(status).toBe(200);
});
