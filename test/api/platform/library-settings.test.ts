import { Database } from '../../../src/platform/database/database.js';
import type { Statement, StatementRunner } from '../../../src/platform/database/statement.js';
import { statement } from '../../../src/platform/database/statement.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import { LibrarySettings } from '../../../src/http/libraries/library-settings.js';
import type { SettingsRecord } from '../../../src/records/kinds/settings/settings.schema.js';
import { removeSettings, upsertSettings } from '../../../src/records/kinds/settings/settings.store.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';

/** What a process reads again of the settings of all libraries: only what has changed. */

const LIBRARIES = 20;
const SIX_SECONDS = 6_000;
const SIX_MINUTES = 360_000;

let stored: TestDatabase;
let database: Database;
let settings: LibrarySettings;
/** Rows by the name of the statement that has read them. */
let read: [name: string, rows: number][];
let elapsed = 0;

beforeAll(async () => {
  stored = await freshDatabase();
  database = new Database({ url: stored.url, poolSize: 2, ...NO_TIMEOUTS });
  const start = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => start + elapsed);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await database.close();
  await stored.drop();
});

beforeEach(async () => {
  await run(`DELETE FROM library`);
  await run(
    `INSERT INTO library (website_id, name) SELECT id, 'Library' FROM generate_series(1, ${LIBRARIES}) id`,
  );
  await run(`INSERT INTO library_settings (website_id, requests_per_patron, notice_languages, changed_at)
    SELECT website_id, website_id, '{}', now() - interval '1 hour' FROM library`);
  read = [];
  const connection: StatementRunner = {
    run: async <Row>(each: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> => {
      const rows = await database.run(each, values);
      read.push([each.name.replace('library-settings-', ''), rows.length]);
      return rows;
    },
  };
  settings = new LibrarySettings(connection as Database);
  await readAgain(0);
  expect(read).toEqual([
    ['count', 1],
    ['read-all', LIBRARIES],
  ]);
  read = [];
});

const run = (text: string): Promise<unknown> => database.run(statement('', text));

/** As the first request with a token does after this time. */
async function readAgain(milliseconds: number): Promise<void> {
  elapsed += milliseconds;
  // Ten seconds old settings are not used, so that it waits for the reading.
  elapsed += SIX_SECONDS;
  await settings.findProviders('https://nobody.example');
}

const NONE: SettingsRecord = {
  websiteId: 7,
  ...{ mail: null, identityProvider: null, rates: null, notices: null, collections: null },
  ...{ holds: null, loans: null, content: null, shelf: null, texts: null, signIn: null },
};

const withRate = (websiteId: number, perPatron: number): SettingsRecord => ({
  ...NONE,
  websiteId,
  rates: { perPatron, perClient: null, perLibrary: null },
});

const store = (record: SettingsRecord): Promise<void> =>
  upsertSettings(database, record, new SecretSeal({ webhooksKeys: [] }));

const rateOf = (websiteId: number): number | null | undefined => settings.find(websiteId)?.perPatron;

test('nothing has changed: no row is read', async () => {
  await readAgain(SIX_SECONDS);
  expect(read).toEqual([
    ['count', 1],
    ['read-changed', 0],
  ]);
  expect(rateOf(7)).toBe(7);
});

test('a library that changes, and one that is added, are read alone', async () => {
  await store(withRate(7, 700));
  await run(`INSERT INTO library (website_id, name) VALUES (99, 'New')`);
  await store(withRate(99, 990));
  await readAgain(SIX_SECONDS);
  expect(read).toEqual([
    ['count', 1],
    ['read-changed', 2],
  ]);
  expect([rateOf(7), rateOf(8), rateOf(99)]).toEqual([700, 8, 990]);
});

test('the same settings again are no change', async () => {
  await store(withRate(7, 7));
  await readAgain(SIX_SECONDS);
  expect(read).toContainEqual(['read-changed', 0]);
});

test.each([
  ['removed', () => removeSettings(database, 7)],
  ['deleted with their library', () => run('DELETE FROM library WHERE website_id = 7')],
  [
    'removed while others are added',
    async () => {
      await removeSettings(database, 7);
      await run(`INSERT INTO library (website_id, name) VALUES (99, 'New')`);
      await store(withRate(99, 990));
    },
  ],
])('settings that are %s apply no longer', async (_, remove) => {
  await remove();
  await readAgain(SIX_SECONDS);
  expect(settings.find(7)).toBeUndefined();
  expect(rateOf(8)).toBe(8);
});

test('a provider that a library removes is trusted no longer, and one that it adds is', async () => {
  const provider = (issuer: string) => ({
    ...{ issuer, audience: 'holds', jwksUrl: 'https://id.example/keys' },
    ...{ patronClaim: { name: 'sub', is: 'patronId' as const }, libraryClaim: null },
  });
  await store({ ...NONE, identityProvider: provider('https://old.example') });
  await readAgain(SIX_SECONDS);
  await store({ ...NONE, identityProvider: provider('https://new.example') });
  await readAgain(SIX_SECONDS);
  expect(await settings.findProviders('https://old.example')).toEqual([]);
  expect((await settings.findProviders('https://new.example'))[0]?.websiteIds).toEqual(new Set([7]));
});

test('all are read again after some minutes: the clock of the database may have been set back', async () => {
  await run(`UPDATE library_settings SET requests_per_patron = 70 WHERE website_id = 7`);
  await readAgain(SIX_SECONDS);
  expect(rateOf(7)).toBe(7);
  await readAgain(SIX_MINUTES);
  expect(rateOf(7)).toBe(70);
});
