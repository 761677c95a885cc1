import { revokeTokensOf } from '../../../../src/access/tokens/tokens.store.js';
import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { type OAuthClient, tokenIn } from '../../../support/requests/oauth-client.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
let discovery: OAuthClient;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
  ({ discovery } = libraries);
});

/** RFC 7009, 2.2: 200 with an empty body, whether or not the token existed. */
function expectRevoked(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('content-type')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-cache');
}

async function expectValid(token: string): Promise<void> {
  expect((await libraries.profile(token)).status).toBe(200);
}

async function expectInvalid(token: string): Promise<void> {
  expectRefusal(await libraries.profile(token), 'Unauthorized', 'unknown, expired or revoked');
}

test('a revoked token of a patron is refused at once, and other tokens are not', async () => {
  const [holder, other] = [await libraries.addCardholder(), await libraries.addCardholder()];
  const [token, second] = [await discovery.tokenOf(holder), await discovery.tokenOf(holder)];
  const others = await discovery.tokenOf(other);
  await expectValid(token);
  // Again it gets the same answer.
  for (let time = 0; time < 2; time++) expectRevoked(await discovery.revoke(token));
  await expectInvalid(token);
  for (const each of [second, others]) await expectValid(each);
});

test('revokeTokensOf ends all tokens of one patron, and of nobody else', async () => {
  const [holder, other] = [await libraries.addCardholder(), await libraries.addCardholder()];
  const tokens = [await discovery.tokenOf(holder), await discovery.tokenOf(holder)];
  const others = await discovery.tokenOf(other);
  await revokeTokensOf(libraries.service.database, holder.websiteId, [holder.patronId]);
  for (const token of tokens) await expectInvalid(token);
  await expectValid(others);
  await expectValid(await discovery.tokenOf(holder));
});

test('a token_type_hint is ignored', async () => {
  for (const token_type_hint of ['access_token', 'refresh_token', 'nonsense', '']) {
    const token = await discovery.tokenOf(await libraries.addCardholder());
    expectRevoked(await discovery.revoke(token, { token_type_hint }));
    await expectInvalid(token);
  }
});

test('a client may revoke any token of a patron of its libraries', async () => {
  const { patronId } = await libraries.addCardholder({ websiteId: libraries.noPinLibrary });
  const { token } = await libraries.service.signIn(patronId);
  await expectValid(token);
  expectRevoked(await discovery.revoke(token));
  await expectInvalid(token);
});

test('a client cannot revoke a token of another library’s patron, and gets the usual answer', async () => {
  const { otherClient, otherLibrary } = libraries;
  const token = await discovery.tokenOf(await libraries.addCardholder());
  expectRevoked(await otherClient.revoke(token));
  await expectValid(token);
  const theirs = await otherClient.tokenOf(await libraries.addCardholder({ websiteId: otherLibrary }));
  expectRevoked(await discovery.revoke(theirs));
  await expectValid(theirs);
});

test('a client can revoke its own token, and not another client’s', async () => {
  const { clientId } = discovery.credentials;
  const count = (): Promise<number> =>
    libraries.service.database.prisma.accessToken.count({ where: { clientId } });
  const token = tokenIn(await discovery.clientToken());
  const before = await count();
  expectRevoked(await libraries.otherClient.revoke(token));
  expect(await count()).toBe(before);
  expectRevoked(await discovery.revoke(token));
  expect(await count()).toBe(before - 1);
});

test('an unknown token gets the usual answer', async () => {
  const { prisma } = libraries.service.database;
  const before = await prisma.accessToken.count();
  for (const token of ['nobody-has-this-token', 'a.b.c', 'ключ', 'x'.repeat(60_000), "' OR true --"])
    expectRevoked(await discovery.revoke(token));
  expect(await prisma.accessToken.count()).toBe(before);
});
