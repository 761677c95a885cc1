import { revokeTokensOf } from '../../../../src/access/tokens/tokens.store.js';
import { expectRefusal } from '../../../support/answers.js';
import type { Answer } from '../../../support/client.js';
import { tokenIn } from '../../../support/requests/oauth-client.js';
import {
  NO_PIN_LIBRARY,
  OTHER_LIBRARY,
  SignInLibraries,
} from '../../../support/access/sign-in/sign-in-libraries.js';

let libraries: SignInLibraries;
beforeAll(async () => {
  libraries = await SignInLibraries.open();
});
afterAll(() => libraries.close());

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
  const [token, second] = [
    await libraries.discovery.tokenOf(holder),
    await libraries.discovery.tokenOf(holder),
  ];
  const others = await libraries.discovery.tokenOf(other);
  await expectValid(token);
  expectRevoked(await libraries.discovery.revoke(token));
  await expectInvalid(token);
  for (const each of [second, others]) await expectValid(each);
});

test('revoking a token again gets the same answer', async () => {
  const token = await libraries.discovery.tokenOf(await libraries.addCardholder());
  for (let i = 0; i < 3; i++) expectRevoked(await libraries.discovery.revoke(token));
  await expectInvalid(token);
});

test.each(['access_token', 'refresh_token', 'nonsense', ''])(
  'a token_type_hint such as %j is ignored',
  async (token_type_hint) => {
    const token = await libraries.discovery.tokenOf(await libraries.addCardholder());
    expectRevoked(await libraries.discovery.revoke(token, { token_type_hint }));
    await expectInvalid(token);
  },
);

test('a client may revoke any token of a patron of its libraries', async () => {
  const { patronId } = await libraries.addCardholder({ websiteId: NO_PIN_LIBRARY });
  const { token } = await libraries.service.signIn(patronId);
  await expectValid(token);
  expectRevoked(await libraries.discovery.revoke(token));
  await expectInvalid(token);
});

test('a client cannot revoke a token of another library’s patron, and gets the usual answer', async () => {
  const token = await libraries.discovery.tokenOf(await libraries.addCardholder());
  expectRevoked(await libraries.otherClient.revoke(token));
  await expectValid(token);
  const theirs = await libraries.otherClient.tokenOf(
    await libraries.addCardholder({ websiteId: OTHER_LIBRARY }),
  );
  expectRevoked(await libraries.discovery.revoke(theirs));
  await expectValid(theirs);
});

test('a client can revoke its own token, and not another client’s', async () => {
  const count = (clientId: string): Promise<number> =>
    libraries.service.database.prisma.accessToken.count({ where: { clientId } });
  const token = tokenIn(await libraries.discovery.clientToken());
  const before = await count('discovery');
  expectRevoked(await libraries.otherClient.revoke(token));
  expect(await count('discovery')).toBe(before);
  expectRevoked(await libraries.discovery.revoke(token));
  expect(await count('discovery')).toBe(before - 1);
});

test.each(['nobody-has-this-token', 'a.b.c', 'ключ', 'x'.repeat(60_000), "' OR true --"])(
  'an unknown token such as %.20s gets the usual answer',
  async (token) => {
    const { prisma } = libraries.service.database;
    const before = await prisma.accessToken.count();
    expectRevoked(await libraries.discovery.revoke(token));
    expect(await prisma.accessToken.count()).toBe(before);
  },
);

test('revokeTokensOf ends all tokens of one patron, and of nobody else', async () => {
  const [holder, other] = [await libraries.addCardholder(), await libraries.addCardholder()];
  const tokens = [await libraries.discovery.tokenOf(holder), await libraries.discovery.tokenOf(holder)];
  const others = await libraries.discovery.tokenOf(other);
  await revokeTokensOf(libraries.service.database, holder.websiteId, [holder.patronId]);
  for (const token of tokens) await expectInvalid(token);
  await expectValid(others);
  await expectValid(await libraries.discovery.tokenOf(holder));
});
