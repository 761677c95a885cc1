import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepOperatorToken, withOperatorToken } from '../../../src/cli/operator-token.js';
import { readSettings } from '../../../src/platform/settings/config.js';

let folder: string;
const file = (): string => join(folder, 'operator-token');
const read = (given: Readonly<Record<string, string>> = {}): readonly string[] =>
  withOperatorToken(readSettings({}, { DATA_DIR: folder, ...given })).config.operatorTokens;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-token-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('processes that start together make one token, whole or not at all, and keep it', async () => {
  await Promise.all(Array.from({ length: 20 }, () => keepOperatorToken(folder)));
  const [token = ''] = read();
  expect(token).toHaveLength(43);
  expect(await readdir(folder)).toEqual(['operator-token']);
  await keepOperatorToken(folder);
  expect(await readFile(file(), 'utf8')).toBe(`${token}\n`);
});

test('a file in its place is read, also with two tokens; a setting goes first, and a damaged file is no token', async () => {
  const tokens = ['a'.repeat(32), 'b'.repeat(32)];
  await writeFile(join(folder, 'next'), tokens.join('\n'));
  await rename(join(folder, 'next'), file());
  expect(read()).toEqual(tokens);
  expect(read({ OPERATOR_TOKEN: 'c'.repeat(32) })).toEqual(['c'.repeat(32)]);
  await writeFile(file(), '\n');
  await expect(keepOperatorToken(folder)).rejects.toThrow('damaged file operator-token');
  expect(() => read()).toThrow('OPERATOR_TOKEN must have at least 32 characters');
});
