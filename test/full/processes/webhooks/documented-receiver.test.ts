import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { sendOnce, type SignedMessage } from '../../../../src/events/webhooks/delivery.js';
import { SecretSeal } from '../../../../src/platform/secret-seal.js';
import { newSecret, signedHeaders } from '../../../../src/platform/outbound/signature.js';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';
import { collectOutput } from '../../support/processes.js';

const DOCUMENT = readFileSync(new URL('../../../../docs/events.md', import.meta.url), 'utf8');
const SECRET = newSecret();

const target = { webhookId: 'c7a5b1e0-6a55-4f4e-9a53-4a2d3f0d7c11', websiteId: 1 };
const outbound = {
  policy: { privateNetworks: ['127.0.0.0/8', '::1'] },
  proxy: undefined,
  seal: new SecretSeal({ webhooksKeys: [] }),
};

const message: SignedMessage = {
  id: '6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c',
  type: 'title.changed',
  patronId: null,
  body: JSON.stringify({
    id: '6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c',
    type: 'title.changed',
    subject: 'titles/53be238e-d4d2-5efd-8241-c596634d055e',
  }),
};

test('the receiver of docs/events.md takes an event once, and refuses what is forged, changed or old', async () => {
  const [, program = ''] = /```js\n([^]*?)```/.exec(DOCUMENT) ?? [];
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(20);
  const port = await freePort();
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET },
  });
  try {
    const output = collectOutput(receiver.stdout, receiver.stderr);
    const url = `http://127.0.0.1:${port}/`;
    const send = async (secret: string): Promise<number | null> =>
      (await sendOnce({ ...target, url, secrets: [secret] }, message, outbound)).status;
    const post = async (body: string, sentAt: Date): Promise<number> => {
      const headers = signedHeaders({ id: message.id, sentAt, body: message.body }, [SECRET]);
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    await eventually(async () => expect(await send(newSecret())).toBe(401));
    expect(await post(message.body, new Date(Date.now() - 600_000))).toBe(401);
    expect(await post(message.body.replace('changed', 'removed'), new Date())).toBe(401);
    expect(output()).toBe('');
    expect(await send(SECRET)).toBe(204);
    expect(await send(SECRET)).toBe(204);
    await eventually(() =>
      Promise.resolve(expect(output()).toBe('title.changed titles/53be238e-d4d2-5efd-8241-c596634d055e\n')),
    );
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
});
