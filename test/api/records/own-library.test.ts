import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answers } from '../../../src/cli/init/answers.js';
import { firstFilesIn, importFirstFile } from '../../../src/cli/init/first-files.js';
import { checkLibrary } from '../../../src/cli/library-checklist.js';
import { requireLibrary } from '../../../src/cli/commands/library.command.js';
import { tryOut } from '../../../src/cli/init/next-steps.js';
import { findFirstPatron } from '../../../src/cli/library.store.js';
import { numberOfPatron } from '../../../src/cli/patron-token.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import { addMissingAccount, addMissingLibrary, numberFor } from '../../../src/cli/init/own-library.js';
import { hashToken } from '../../../src/access/tokens/tokens.store.js';
import { findAccount } from '../../../src/staff/sign-in/accounts.store.js';
import { verifyPassword } from '../../../src/staff/sign-in/password.js';
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
  patrons: undefined,
  titles: undefined,
  copies: undefined,
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

test('what the library does not have comes with the records that add it', async () => {
  await init();
  const { said } = await init({ categories: ['PT', 'adult'], collections: ['main', 'kids'] });
  expect(said.split('\n').slice(1, 5)).toEqual([
    expect.stringMatching(/^To add what it does not have: .*holdfast import - <<'END'$/),
    '{"record":"collection","websiteId":5,"collectionId":"kids","name":"kids"}',
    '{"record":"category","websiteId":5,"category":"adult","collections":["main","kids"]}',
    'END',
  ]);
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

describe('the first files', () => {
  const CONFIG = readConfig({ SANDBOX: 'false' });

  let files: Pick<Answers, 'patrons' | 'titles' | 'copies'>;
  beforeEach(async () => {
    // What the columns are is said to somebody at a terminal.
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await cp(new URL('../../../examples/own-library/', import.meta.url), folder, { recursive: true });
    const [patrons, titles, copies] = ['patrons', 'titles', 'copies'].map((kind) =>
      join(folder, `${kind}.csv`),
    );
    files = { patrons, titles, copies };
    await init();
  });
  afterEach(() => jest.restoreAllMocks());

  async function importFiles(): Promise<{ said: string[]; hasRejections: boolean }> {
    const imported = [];
    for (const file of firstFilesIn({ ...ANSWERS, ...files }))
      imported.push(await importFirstFile(data.database, CONFIG, ANSWERS.library, file));
    return {
      said: imported.flatMap(({ lines }) => lines),
      hasRejections: imported.some(({ hasRejections }) => hasRejections),
    };
  }

  /** Without what an import of the same rows writes anew: that it was. */
  async function stored(): Promise<unknown> {
    const { title_event_outbox: events = [], ...tables } = await data.dump();
    const isOfTitle = (event: unknown): boolean => (event as { type: string }).type !== 'records.imported';
    const rows = { ...tables, events: events.filter(isOfTitle), import_run: [], staff_action: [] };
    return JSON.parse(
      JSON.stringify(rows, (name, value: unknown) => (name === 'written_by' ? undefined : value)),
    );
  }

  test('are applied in the order in which they need each other; a second time changes nothing', async () => {
    const { said, hasRejections } = await importFiles();
    expect(hasRejections).toBe(false);
    expect(said).toEqual([
      `${files.patrons}: 10 of 10 rows applied as patrons.`,
      `${files.titles}: 10 of 10 rows applied as titles.`,
      `${files.copies}: 10 of 10 rows applied as copies.`,
    ]);
    const before = await stored();
    expect(await importFiles()).toEqual({ said, hasRejections });
    expect(await stored()).toEqual(before);
  });

  test('whose rows are rejected: some reasons are said, and all rows are in a new file', async () => {
    const [header = '', row = ''] = (await readFile(files.patrons!, 'utf8')).split('\n');
    const others = [1, 2, 3, 4, 5, 6].map((number) => row.replace('PT', `no category ${number}`));
    await writeFile(files.patrons!, [header, ...others, row, ''].join('\n'));
    files = { patrons: files.patrons, titles: undefined, copies: undefined };
    const { said, hasRejections } = await importFiles();
    expect(hasRejections).toBe(true);
    const rejectedFile = join(folder, 'patrons-rejected.csv');
    expect(said).toEqual([
      `${files.patrons}: 1 of 7 rows applied as patrons; 6 rejected, which are in ${rejectedFile}:`,
      expect.stringMatching(/^ {2}row 2: .*no category 1/),
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^ {2}row \d: /) as unknown),
      '  and 1 more',
    ]);
    const rejected = await readFile(rejectedFile, 'utf8');
    expect(rejected.trim().split('\r\n')).toHaveLength(7);
    await importFiles();
    expect(await readFile(rejectedFile, 'utf8')).toBe(rejected);
    expect(await readFile(join(folder, 'patrons-rejected-2.csv'), 'utf8')).toBe(rejected);
  });

  test('bring patrons, one of whom the first request is for; before, it is the client', async () => {
    const firstRequest = async (): Promise<string> => {
      const patron = await findFirstPatron(data.database, ANSWERS.library);
      return (await tryOut(data.database, CONFIG, ANSWERS, patron)).join('\n');
    };
    expect(await firstRequest()).toMatch(
      /^A first request, as its client;.*\n {2}echo 'Authorization: Bearer \S+' \| curl -H @- \S+\/v1\/libraries\/5$/,
    );
    await importFiles();
    expect(await firstRequest()).toMatch(
      /^A first request, as one of its patrons;.*\n {2}echo 'Authorization: Bearer \S+' \| curl -H @- \S+\/v1\/patrons\/me$/,
    );
  });

  /** What remains to be done about patrons, titles and copies. */
  async function remaining(): Promise<string[]> {
    const points = await checkLibrary(CONFIG, await requireLibrary(data.database, ANSWERS.library));
    return points.filter(({ state }) => state === 'open').map(({ text }) => text.replace(/[:.] .*/s, ''));
  }

  test('whose patrons have no PINs: that they cannot sign in remains, unless the library needs no PINs', async () => {
    await importFiles();
    expect(await remaining()).toEqual(['Mail']);
    await data.rows('UPDATE patron SET pin_hash = NULL WHERE external_id IN ($1, $2)', '1', '2');
    const points = await checkLibrary(CONFIG, await requireLibrary(data.database, ANSWERS.library));
    expect(points.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('PINs: missing for 2 of 10 patrons, who cannot sign in.'),
    );
    await data.rows('UPDATE library SET pin_required = false');
    expect(await remaining()).toEqual(['Mail']);
  });

  test('of which only the copies failed: the titles are there', async () => {
    await writeFile(files.copies!, 'biblionumber,ccode\n1,main\n');
    await importFiles();
    expect(await remaining()).toEqual(['Copies', 'Mail']);
  });

  test('bring patrons whom the library calls by its own number, or by a card', async () => {
    await importFiles();
    const number = await numberOfPatron(data.database, 5, { externalId: '1' });
    expect(await data.rows('SELECT patron_id FROM patron WHERE external_id = $1', '1')).toEqual([
      { patron_id: number },
    ]);
    expect(await numberOfPatron(data.database, 5, { cardNumber: '29000000001001' })).toBe(number);
    expect(await numberOfPatron(data.database, 5, { externalId: '29000000001001' })).toBeUndefined();
    expect(await numberOfPatron(data.database, 6, { cardNumber: '29000000001001' })).toBeUndefined();
  });
});
