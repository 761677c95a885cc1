import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answers } from '../../../src/cli/init/answers.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import { addMissingAccount, addMissingLibrary, numberFor } from '../../../src/cli/init/own-library.js';
import { hashToken } from '../../../src/access/tokens/tokens.store.js';
import { findAccount } from '../../../src/staff/accounts/accounts.store.js';
import { verifyPassword } from '../../../src/staff/accounts/password.js';
import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { library } from '../../support/records.js';

const ANSWERS: Answers = {
  name: 'Harbour Public Library',
  library: 5,
  timeZone: 'Europe/Berlin',
  languages: ['de', 'en'],
  collections: ['main', 'childrens'],
  categories: ['PT', 'K'],
  signIn: 'pin',
  client: 'harbour-catalog',
  secretFile: undefined,
  staff: 'ada@harbour.example',
};

const SEAL = new SecretSeal({ webhooksKeys: [] });

let data: ImportUnderTest;
let folder: string;
beforeEach(async () => {
  data = await openImport();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-init-'));
});
afterEach(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

/** What is said, and whether anything was changed. */
async function init(answers: Partial<Answers> = {}): Promise<{ said: string; isChanged: boolean }> {
  const given = { ...ANSWERS, ...answers };
  const { library: own, client } = await addMissingLibrary(data.database, SEAL, given);
  const parts = [own, client, await addMissingAccount(data.database, given)];
  return {
    said: parts.flatMap(({ lines }) => lines).join('\n'),
    isChanged: parts.some(({ isChanged }) => isChanged),
  };
}

const secretHashes = async (): Promise<string[]> =>
  (await data.rows<{ hash: string }>(`SELECT encode(secret_hash, 'hex') AS hash FROM client`)).map(
    ({ hash }) => hash,
  );

test('adds a library, its client and its administrator, whose secrets are said', async () => {
  const { said } = await init();
  expect(said).toContain('Library 5 "Harbour Public Library" was added.');
  const [, secret = ''] = /harbour-catalog was added\..*: (\S{43})$/m.exec(said) ?? [];
  expect(await secretHashes()).toEqual([hashToken(secret).toString('hex')]);
  const [, password = ''] = /ada@harbour\.example was added\..*: (\S+)$/m.exec(said) ?? [];
  const account = await findAccount(data.database, 'ada@harbour.example');
  expect(await verifyPassword(password, account!.passwordHash!)).toBe(true);
  const { prisma } = data.database;
  expect(await prisma.categoryCollection.count({ where: { websiteId: 5 } })).toBe(4);
  expect(await prisma.librarySettings.findFirst()).toMatchObject({
    noticeTimeZone: 'Europe/Berlin',
    noticeLanguages: ['de', 'en'],
  });
});

test('a second run with the same answers changes nothing, and says so', async () => {
  await init();
  const before = await data.dump();
  const { said, isChanged } = await init();
  expect(isChanged).toBe(false);
  expect(said.split('\n')).toEqual([
    'Library 5 "Harbour Public Library" is there already, and stays as it is.',
    'Its client harbour-catalog is there already.',
    'The account ada@harbour.example is there already.',
  ]);
  expect(await data.dump()).toEqual(before);
});

test('what is missing is added; what was answered otherwise is named, and stays', async () => {
  await init({ staff: undefined });
  const { said } = await init({ timeZone: 'Asia/Tokyo', client: 'harbour-app' });
  expect(said).toContain('holdfast library set 5 notices.timeZone=Asia/Tokyo');
  expect(said).toContain('harbour-app was added.');
  expect(said).toContain('ada@harbour.example was added.');
  expect(await data.database.prisma.librarySettings.findFirst()).toMatchObject({
    noticeTimeZone: 'Europe/Berlin',
  });
});

test('an administrator of another library becomes one of the new library, too', async () => {
  await init();
  const { said } = await init({ name: 'Hill Library', library: 6, client: 'hill-catalog' });
  expect(said).toContain('The account ada@harbour.example is now admin in library 6.');
});

test('the secret may be kept in a new file that nobody else reads', async () => {
  const secretFile = join(folder, 'secret');
  const { said } = await init({ secretFile });
  const secret = (await readFile(secretFile, 'utf8')).trim();
  expect(said).not.toContain(secret);
  expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
  expect(await secretHashes()).toEqual([hashToken(secret).toString('hex')]);
});

test.each([
  ['another library has the number', { name: 'Hill Library' }, 'is there already, with another name'],
  [
    'another library has the client',
    { name: 'Hill Library', library: 6 },
    'exists already, perhaps for another',
  ],
])('%s: nothing is changed', async (_, answers, reason) => {
  await init();
  const before = await data.dump();
  const secretFile = join(folder, 'secret');
  await expect(init({ ...answers, secretFile })).rejects.toThrow(reason);
  expect(await data.dump()).toEqual(before);
  await expect(stat(secretFile)).rejects.toThrow('ENOENT');
});

test('the number suggested is that of the library of this name, or the next one', async () => {
  expect(await numberFor(data.database, 'Test Library')).toBe(1);
  await data.import(library());
  expect(await numberFor(data.database, 'Test Library')).toBe(37);
  expect(await numberFor(data.database, 'Another Library')).toBe(38);
});
