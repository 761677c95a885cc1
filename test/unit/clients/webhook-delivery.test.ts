import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { NotSigned, verifiedEvent } from '../../../clients/typescript/src/index.js';

describe('the delivery of a webhook', () => {
  const secretOf = (name: string): string => `whsec_${Buffer.from(name.padEnd(32)).toString('base64')}`;
  const [SECRET, FORMER] = [secretOf('secret'), secretOf('former')];
  const BODY = '{"id":"1","type":"title.changed","subject":"titles/é"}';
  const NOW = Date.UTC(2026, 10, 26);
  const signed = (secret: string, age = 0): string =>
    new Webhook(secret).sign('1', new Date(NOW - age * 1000), BODY);
  const headersOf = (signature: string, age = 0): Record<string, string> => ({
    'webhook-id': '1',
    'webhook-timestamp': String(NOW / 1000 - age),
    'webhook-signature': signature,
  });

  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  afterEach(() => mock.timers.reset());

  test('is taken with either secret while one replaces the other', async () => {
    const headers = headersOf(`v2,x v1,* ${signed(SECRET)} ${signed(FORMER)}`);
    for (const secret of [SECRET, FORMER]) {
      await expect(verifiedEvent(secret, { headers, body: BODY })).resolves.toEqual(JSON.parse(BODY));
      await verifiedEvent(secret, { headers: new Headers(headers), body: BODY });
    }
  });

  test.each([
    ['that another secret has signed', () => ({ headers: headersOf(signed(secretOf('other'))), body: BODY })],
    ['that was changed', () => ({ headers: headersOf(signed(SECRET)), body: `${BODY} ` })],
    ['with another id', () => ({ headers: { ...headersOf(signed(SECRET)), 'webhook-id': '2' }, body: BODY })],
    ['that is too old', () => ({ headers: headersOf(signed(SECRET, 301), 301), body: BODY })],
    ['with a newer time than was signed', () => ({ headers: headersOf(signed(SECRET, 301)), body: BODY })],
    ['without a signature', () => ({ headers: {}, body: BODY })],
  ])('%s is refused', async (_, delivery) => {
    await expect(verifiedEvent(SECRET, delivery())).rejects.toThrow(NotSigned);
  });
});
