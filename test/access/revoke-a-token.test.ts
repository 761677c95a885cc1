import { revokeTokensOf } from '../../src/access/tokens.store.js';
import { expectRefusal } from '../support/answers.js';
import type { Answer } from '../support/client.js';
import { NEXT_TOWN, tokenIn, Town, VILLAGE } from './town.js';

let town: Town;
beforeAll(async () => {
  town = await Town.open();
});
afterAll(() => town.close());

/** RFC 7009, 2.2: 200, and nothing to read, whatever became of the token. */
function expectRevoked(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([200, '']);
  expect(answer.headers.get('content-type')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-cache');
}

async function expectGood(token: string): Promise<void> {
  expect((await town.profile(token)).status).toBe(200);
}

async function expectEnded(token: string): Promise<void> {
  expectRefusal(await town.profile(token), 'Unauthorized', 'unknown, expired or revoked');
}

test('a patron’s token is refused at once after its client has revoked it, and no other is', async () => {
  const [holder, other] = [await town.cardholder(), await town.cardholder()];
  const [token, second] = [await town.discovery.tokenOf(holder), await town.discovery.tokenOf(holder)];
  const others = await town.discovery.tokenOf(other);
  await expectGood(token);
  expectRevoked(await town.discovery.revoke(token));
  await expectEnded(token);
  for (const good of [second, others]) await expectGood(good);
});

test('a token can be revoked again, to the same answer', async () => {
  const token = await town.discovery.tokenOf(await town.cardholder());
  for (let i = 0; i < 3; i++) expectRevoked(await town.discovery.revoke(token));
  await expectEnded(token);
});

test.each(['access_token', 'refresh_token', 'nonsense', ''])(
  'a hint of its type, such as %j, does not matter',
  async (token_type_hint) => {
    const token = await town.discovery.tokenOf(await town.cardholder());
    expectRevoked(await town.discovery.revoke(token, { token_type_hint }));
    await expectEnded(token);
  },
);

test('a client may revoke the token of a patron of its libraries, from wherever it came', async () => {
  const { patronId } = await town.cardholder({ websiteId: VILLAGE });
  const { token } = await town.service.signIn(patronId);
  await expectGood(token);
  expectRevoked(await town.discovery.revoke(token));
  await expectEnded(token);
});

test('a client revokes no token of another library’s patron, and is not told', async () => {
  const token = await town.discovery.tokenOf(await town.cardholder());
  expectRevoked(await town.neighbour.revoke(token));
  await expectGood(token);
  const theirs = await town.neighbour.tokenOf(await town.cardholder({ websiteId: NEXT_TOWN }));
  expectRevoked(await town.discovery.revoke(theirs));
  await expectGood(theirs);
});

test('a client revokes its own token, and not another client’s', async () => {
  const count = (clientId: string): Promise<number> =>
    town.service.database.prisma.accessToken.count({ where: { clientId } });
  const token = tokenIn(await town.discovery.ownToken());
  const before = await count('discovery');
  expectRevoked(await town.neighbour.revoke(token));
  expect(await count('discovery')).toBe(before);
  expectRevoked(await town.discovery.revoke(token));
  expect(await count('discovery')).toBe(before - 1);
});

test.each(['nobody-has-this-token', 'a.b.c', 'ключ', 'x'.repeat(60_000), "' OR true --"])(
  'an unknown token such as %.20s is answered like any other',
  async (token) => {
    const { prisma } = town.service.database;
    const before = await prisma.accessToken.count();
    expectRevoked(await town.discovery.revoke(token));
    expect(await prisma.accessToken.count()).toBe(before);
  },
);

test('whoever keeps the records can end all tokens of a patron, and of nobody else', async () => {
  const [holder, other] = [await town.cardholder(), await town.cardholder()];
  const tokens = [await town.discovery.tokenOf(holder), await town.discovery.tokenOf(holder)];
  const others = await town.discovery.tokenOf(other);
  await revokeTokensOf(town.service.database, holder);
  for (const token of tokens) await expectEnded(token);
  await expectGood(others);
  await expectGood(await town.discovery.tokenOf(holder));
});
