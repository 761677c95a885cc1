import { createECDH, randomBytes } from 'node:crypto';
import webPush from 'web-push';
import { PushServices } from '../../../src/notifications/push/push-services.js';

/** How long a message keeps others waiting while it is encrypted and signed. */

const MAX_MS = 50;
const text = { title: 'L'.repeat(40), body: '😀'.repeat(200), language: 'ar', direction: 'rtl' } as const;

test('the longest message is encrypted and signed at once', async () => {
  const services = new PushServices({ outbound: { privateNetworks: [] }, outboundProxy: undefined } as never);
  const receiver = {
    ...{ websiteId: 37, subscriptionId: 'a', isPaused: false },
    // It must not be called: the address is private.
    endpoint: `https://127.0.0.1/${'a'.repeat(1_980)}`,
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const sender = { subject: 'mailto:library@example.org', keys: webPush.generateVAPIDKeys() };
  const message = { text: { ...text, url: `https://holds.example.org/${'b'.repeat(300)}` }, about: 'a hold' };
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  });
  const outcome = await services.post(
    receiver,
    { ...message, seconds: 60, isUrgent: true },
    sender,
    new AbortController().signal,
  );
  clearInterval(watch);
  expect(outcome).toEqual({ is: 'delayed', seconds: 0 });
  expect(Math.max(longest, performance.now() - last)).toBeLessThan(MAX_MS);
});
