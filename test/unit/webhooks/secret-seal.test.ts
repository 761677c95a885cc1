import { SecretSeal, SecretUnreadable } from '../../../src/platform/secret-seal.js';
import { newSecret } from '../../../src/platform/outbound/signature.js';

const [OLD, NEW] = ['old-key-of-the-webhooks-of-a-service', 'new-key-of-the-webhooks-of-a-service'];
const [A, B] = ['53be238e-d4d2-5efd-8241-c596634d055e', '0e1f0a52-0f4c-5f4d-9c83-4b7e0f5a9d10'];
const sealWith = (...webhooksKeys: string[]): SecretSeal => new SecretSeal({ webhooksKeys });

test('a sealed secret is opened by its key alone, for its webhook alone, and is another text each time', () => {
  const [seal, secret] = [sealWith(OLD), newSecret()];
  const sealed = seal.seal(A, secret);
  expect(sealed).toMatch(/^sealed\.[0-9a-f]{8}\.[\w-]+$/);
  expect(seal.seal(A, secret)).not.toBe(sealed);
  expect(seal.open(A, sealed)).toBe(secret);
  const last = sealed.at(-2) === 'A' ? 'B' : 'A';
  const changed = sealed.slice(0, -2) + last + sealed.slice(-1);
  for (const [other, webhookId, text] of [
    [seal, B, sealed],
    [seal, A, changed],
    [seal, A, sealed.slice(0, 40)],
    [sealWith(NEW), A, sealed],
    [sealWith(), A, sealed],
  ] as const)
    expect(() => other.open(webhookId, text)).toThrow(SecretUnreadable);
});

test('while one key replaces another, the first one seals and both open; what is plain or sealed before is sealed anew', () => {
  const [secret, both] = [newSecret(), sealWith(NEW, OLD)];
  const [before, after] = [sealWith(OLD).seal(A, secret), both.seal(A, secret)];
  expect([both.open(A, before), sealWith(NEW).open(A, after)]).toEqual([secret, secret]);
  expect(both.renewed(A, after)).toBe(after);
  for (const outdated of [secret, before]) {
    expect(sealWith(NEW).open(A, both.renewed(A, outdated))).toBe(secret);
  }
  expect(both.formerPrefixes.map((prefix) => [before, after].map((text) => text.startsWith(prefix)))).toEqual(
    [[true, false]],
  );
});

test('without a key, secrets are stored and read as they are', () => {
  const [seal, secret] = [sealWith(), newSecret()];
  expect([seal.seal(A, secret), seal.open(A, secret), seal.renewed(A, secret)]).toEqual([
    secret,
    secret,
    secret,
  ]);
});
