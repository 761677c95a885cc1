import { Logger } from '@nestjs/common';
import { statement } from '../../../src/platform/database/statement.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import { WebhookSecrets } from '../../../src/events/webhooks/secrets.task.js';
import { mustSucceed } from '../../support/client.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { Receiver } from '../../support/webhooks/receiver.js';

const KEYS = ['new-key-of-the-webhooks-of-a-service', 'old-key-of-the-webhooks-of-a-service'];
const WEBHOOKS = `/operator/v1/libraries/${WEBSITE_ID}/webhooks`;

let library: TestLibrary;
let operator: OperatorClient;
let receiver: Receiver;
beforeAll(async () => {
  const settings = {
    OPERATOR_TOKEN,
    OUTBOUND_PRIVATE_NETWORKS: '127.0.0.0/8,::1',
    WEBHOOKS_KEY: KEYS.join(' '),
  };
  library = await TestLibrary.alone({}, settings);
  operator = new OperatorClient(library.service.url);
});
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(() => receiver.stop());
afterAll(() => library.close());

interface Registered {
  readonly receiver: Receiver;
  readonly path: string;
  readonly webhookId: string;
}

async function register(): Promise<Registered> {
  const added = await mustSucceed(operator.post(WEBHOOKS, { url: receiver.url }));
  const { webhookId, secret } = added.body as { webhookId: string; secret: string };
  receiver.secret = secret;
  return { receiver, webhookId, path: `${WEBHOOKS}/${webhookId}` };
}

const SECRETS = statement<{ secret: string; former: string | null; older: string | null }>(
  'test-webhook-secrets',
  `SELECT secret, former_secret AS former, older_secrets #>> '{0,secret}' AS older FROM webhook WHERE webhook_id = $1`,
);

const storedOf = async ({ webhookId }: Registered) =>
  (await library.service.database.run(SECRETS, [webhookId]))[0];
const [current, former] = [KEYS, [KEYS[1] ?? '']].map((webhooksKeys) => new SecretSeal({ webhooksKeys })) as [
  SecretSeal,
  SecretSeal,
];

test('secrets of webhooks are sealed, also those from before there was a key and those of the former key', async () => {
  const webhook = await register();
  const { webhookId, receiver } = webhook;
  const { secret = '' } = (await storedOf(webhook)) ?? {};
  expect([secret.slice(0, 7), current.open(webhookId, secret)]).toEqual(['sealed.', receiver.secret]);
  const { prisma } = library.service.database;
  const formerSecret = former.seal(webhookId, receiver.secret);
  await prisma.webhook.updateMany({
    where: { webhookId },
    data: {
      secret: receiver.secret,
      formerSecret,
      olderSecrets: [{ secret: receiver.secret, until: '2026-11-01T00:00:00Z' }],
    },
  });
  const tried = async () =>
    ((await operator.post(`${webhook.path}/test`, {})).body as { status: unknown }).status;
  expect(await tried()).toBe(204);
  const task = new WebhookSecrets(library.service.database, current);
  const others = new WebhookSecrets(
    library.service.database,
    new SecretSeal({ webhooksKeys: KEYS.toReversed() }),
  );
  // There are no more to seal at once: two workers that disagree on the first key would never come to an end.
  expect([await others.sealOutdated(), await task.sealOutdated()]).toEqual([0, 0]);
  const sealed = await storedOf(webhook);
  for (const each of [sealed?.secret, sealed?.former, sealed?.older])
    expect(new SecretSeal({ webhooksKeys: KEYS.slice(0, 1) }).open(webhookId, each ?? '')).toBe(
      receiver.secret,
    );
  expect(await tried()).toBe(204);
});

test('secrets of webhooks are no secret to a worker without a key, which says so once', async () => {
  const webhook = await register();
  const data = { secret: webhook.receiver.secret };
  await library.service.database.prisma.webhook.updateMany({
    where: { webhookId: webhook.webhookId },
    data,
  });
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const task = new WebhookSecrets(library.service.database, new SecretSeal({ webhooksKeys: [] }));
  expect([await task.sealOutdated(), await task.sealOutdated()]).toEqual([0, 0]);
  expect(warn.mock.calls.filter(([text]) => String(text).includes('WEBHOOKS_KEY'))).toHaveLength(1);
  warn.mockRestore();
});

test('secrets of webhooks that have lost their key sign nothing, and are replaced', async () => {
  const webhook = await register();
  const lost = new SecretSeal({ webhooksKeys: ['a-key-that-nobody-has-any-longer-here'] });
  await library.service.database.prisma.webhook.updateMany({
    where: { webhookId: webhook.webhookId },
    data: { secret: lost.seal(webhook.webhookId, webhook.receiver.secret) },
  });
  const tested = await operator.post(`${webhook.path}/test`, {});
  expect(tested.body).toMatchObject({ status: null, problem: expect.stringContaining('cannot be opened') });
  expect(webhook.receiver.requests).toBe(0);
  await mustSucceed(operator.post(`${webhook.path}/secret`, {}));
});
