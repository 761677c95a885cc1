import { randomUUID } from 'node:crypto';
import type { PublishedEvent } from '../../../src/events/feed.store.js';
import { insertAttempts } from '../../../src/events/webhooks/attempts.store.js';
import {
  findDueRetries,
  findHeldSubjects,
  holdBack,
  postponeRetries,
} from '../../../src/events/webhooks/retries.store.js';
import { mustSucceed } from '../../support/client.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';

/** What a round records after something has changed meanwhile. Without a worker: the tests record. */
const WEBHOOKS = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { OPERATOR_TOKEN });
  operator = new OperatorClient(library.service.url);
});
afterAll(() => library.close());

async function register(): Promise<{ path: string; webhookId: string; revision: number }> {
  const added = await mustSucceed(operator.post(WEBHOOKS, { url: 'https://8.8.8.8/' }));
  const { webhookId } = added.body as { webhookId: string };
  const { prisma } = library.service.database;
  const { revision } = await prisma.webhook.findFirstOrThrow({ where: { webhookId } });
  return { path: `${WEBHOOKS}/${webhookId}`, webhookId, revision };
}

const eventOf = (type: PublishedEvent['type']): PublishedEvent => ({
  ...({ stream: 'patrons', position: 1, eventId: randomUUID(), websiteId: WEBSITE_ID, type } as const),
  ...{ patronId: 7, reserveId: null, detail: {}, moment: new Date() },
});

test('of a patron who was forgotten meanwhile, nothing is recorded but that', async () => {
  const { database } = library.service;
  const webhook = await register();
  const events = [eventOf('hold.placed'), eventOf('patron.forgotten')];
  const attempts = events.map((event) => ({ ...event, status: 500, answer: 'Ada', problem: null }));
  await insertAttempts(database, webhook.webhookId, attempts);
  const { body } = await mustSucceed(operator.get(`${webhook.path}/attempts`));
  expect(body).toMatchObject({ attempts: [{ type: 'patron.forgotten' }] });
  await holdBack(database, webhook, events, 3_600);
  const held = await findHeldSubjects(database, webhook.webhookId);
  expect(held).toEqual([{ subject: 'patrons/7', events: 1 }]);
});

test('a round to a former address postpones nothing that the new one is to be sent at once', async () => {
  const { database } = library.service;
  const webhook = await register();
  const pauses = new Map([['patrons/7', 3_600]]);
  await holdBack(database, webhook, [eventOf('patron.forgotten')], 3_600);
  await postponeRetries(database, webhook, pauses);
  expect(await findDueRetries(database, webhook.webhookId, 9)).toEqual([]);
  await mustSucceed(operator.put(webhook.path, { url: 'https://8.8.4.4/' }));
  await postponeRetries(database, webhook, pauses);
  expect(await findDueRetries(database, webhook.webhookId, 9)).toMatchObject([{ failures: 0 }]);
});
