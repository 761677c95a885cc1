import { OwnTokens } from '../../../src/http/authorization/own-tokens.js';
import type { Connection } from '../../../src/platform/database/statement.js';

/** A database whose key is this. */
const databaseWith = (key: string): Connection =>
  ({ run: () => Promise.resolve([{ key }]) }) as unknown as Connection;
const service = (...given: readonly string[]): OwnTokens =>
  new OwnTokens(databaseWith('of the database'), given);

test('a token has 256 random bits and a checksum, and every process knows it by the same key', async () => {
  const tokens = await Promise.all(Array.from({ length: 100 }, () => service().make()));
  expect(new Set(tokens.map((token) => token.slice(9, 52))).size).toBe(100);
  for (const token of tokens) {
    expect(token).toMatch(/^holdfast_[\w-]{54}$/);
    expect(await service().originOf(token)).toBe('own');
  }
});

test('one with any other character, or made with another key, is forged', async () => {
  const token = await service().make();
  for (let at = 'holdfast_'.length; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(await service().originOf(token.slice(0, at) + other + token.slice(at + 1))).toBe('forged');
  }
  const elsewhere = new OwnTokens(databaseWith('of another database'));
  expect(await service().originOf(await elsewhere.make())).toBe('forged');
});

test('what does not look like one is neither: tokens of earlier releases and of libraries', async () => {
  const token = await service().make();
  for (const other of [
    '',
    'made-up',
    token.slice(9, 52),
    token.slice(0, 52),
    `${token}a`,
    token.toUpperCase(),
  ])
    expect(await service().originOf(other)).toBe('other');
});

test('a key is replaced in three steps, at each of which both processes know all tokens', async () => {
  const steps = [
    service(),
    service('old key'),
    service('old key', 'new key'),
    service('new key', 'old key'),
    service('new key'),
  ];
  for (const [index, after] of steps.entries()) {
    const before = steps[index - 1];
    if (before === undefined || index === 1) continue;
    expect(await before.originOf(await after.make())).toBe('own');
    expect(await after.originOf(await before.make())).toBe('own');
  }
  expect(await service('new key').originOf(await service('old key').make())).toBe('forged');
  // Those that were made before there was a setting.
  expect(await service('new key').originOf(await service().make())).toBe('own');
});
