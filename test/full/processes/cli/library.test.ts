import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IdentityProvider, newKey } from '../../../support/access/providers/identity-provider.js';
import { type ImportUnderTest, openImport } from '../../../support/runs/import-under-test.js';
import { MailServer } from '../../../support/mail-server.js';
import { OAuthClient } from '../../../support/requests/oauth-client.js';
import { type CommandResult, runHoldfast, startProcess } from '../../support/processes.js';
import { emptyLibrary } from '../../../support/records.js';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/library.json', import.meta.url));
const WEBSITE_ID = 38;

let data: ImportUnderTest;
let folder: string;
beforeEach(async () => {
  data = await openImport();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-library-'));
});
afterEach(async () => {
  await data.close();
  await rm(folder, { recursive: true });
});

const run = (
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  runHoldfast(['library', ...words], { DATABASE_URL: data.url, DATA_DIR: folder, ...settings });

/** The example, changed. */
async function fileWith(members: object): Promise<string> {
  const example = JSON.parse(await readFile(EXAMPLE, 'utf8')) as object;
  await writeFile(join(folder, 'library.json'), JSON.stringify({ ...example, ...members }));
  return join(folder, 'library.json');
}

/** They have rows in every database. */
const NOT_OF_LIBRARIES = ['service_clock', 'event_stream', 'token_key'];

const dumpOfLibraries = async (): Promise<object> => {
  const tables = Object.entries(await data.dump());
  return Object.fromEntries(
    tables.filter(([name, rows]) => !NOT_OF_LIBRARIES.includes(name) && rows.length > 0),
  );
};

test('the example is added whole, its client can sign patrons in, and the secret is stored nowhere', async () => {
  const { code, out, err } = await run(['add', EXAMPLE]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(
    'Library 38 "Northside Public Library" was added: 2 collections, 2 categories, 1 client.\n',
  );
  const secret = /^ {2}northside-catalog {2}(\S{43})$/m.exec(out)?.[1] ?? '';
  expect(secret).not.toBe('');
  for (const point of [
    '[ ] Patrons: node dist/main.js import patrons.csv --library 38 --kind patrons\n',
    '[ ] Titles: node dist/main.js import titles.csv --library 38 --kind titles\n',
    '[ ] Copies: node dist/main.js import copies.csv --library 38 --kind copies\n',
    '[x] Clients that sign patrons in: northside-catalog.',
    '[x] Identity provider: none.',
    '[ ] Mail: SMTP_URL is not set',
    '[ ] A first request: echo "Authorization: Bearer $(node dist/main.js token --library 38 --card NUMBER)" | curl -H @- ',
  ])
    expect(out).toContain(point);
  expect(JSON.stringify(await dumpOfLibraries())).not.toContain(secret);

  await data.import({
    record: 'patron',
    websiteId: WEBSITE_ID,
    patronId: 1,
    category: 'child',
    cardNumber: 'card 1',
    pin: '2468',
  });
  const service = await startProcess({ DATABASE_URL: data.url, ROLE: 'api' });
  try {
    const client = new OAuthClient(service.url, { clientId: 'northside-catalog', secret });
    const card = { websiteId: WEBSITE_ID, patronId: 1, cardNumber: 'card 1', pin: '2468' };
    expect((await client.signIn(card)).status).toBe(200);
  } finally {
    await service.stop();
  }
});

test('what is added is what records would have brought', async () => {
  await run(['add', EXAMPLE]);
  const columns = async (): Promise<object> => {
    const tables = await dumpOfLibraries();
    const text = JSON.stringify(tables, (name, value: unknown) =>
      ['written_by', 'collection_token', 'secret_hash', 'changed_at'].includes(name) ? undefined : value,
    );
    return JSON.parse(text) as object;
  };
  const added = await columns();
  const { library, collections, categories, settings } = JSON.parse(
    await readFile(EXAMPLE, 'utf8'),
  ) as Record<'library' | 'settings', object> & Record<'collections' | 'categories', object[]>;
  const websiteId = WEBSITE_ID;
  await data.rows('DELETE FROM library_settings');
  await data.rows('DELETE FROM category_collection');
  await data.rows('DELETE FROM patron_category');
  await data.rows('DELETE FROM collection');
  await data.rows('DELETE FROM client');
  await data.rows('DELETE FROM library');
  expect(await dumpOfLibraries()).toEqual({});
  await data.import(
    { record: 'library', ...library },
    ...collections.map((each) => ({ record: 'collection', websiteId, ...each })),
    ...categories.map((each) => ({ record: 'category', websiteId, ...each })),
    { record: 'settings', websiteId, ...settings },
    { record: 'client', clientId: 'northside-catalog', secret: 'sixteen letters!', websiteIds: [websiteId] },
  );
  expect(await columns()).toEqual(added);
});

test('a library that exists is refused, and so is another’s client; neither changes anything', async () => {
  await data.import(...emptyLibrary(37), {
    record: 'client',
    clientId: 'northside-catalog',
    secret: 'sixteen letters!',
    websiteIds: [37],
  });
  const before = await data.dump();
  const taken = await run(['add', EXAMPLE]);
  expect([taken.code, taken.out]).toEqual([1, '']);
  expect(taken.err).toBe(
    'The client "northside-catalog" exists already, perhaps for another library. Nothing was changed.\n',
  );
  const again = await run([
    'add',
    await fileWith({ library: { websiteId: 37, name: 'Other' }, clients: [] }),
  ]);
  expect([again.code, again.out, again.err]).toEqual([
    1,
    '',
    'Library 37 exists already. Nothing was changed.\n',
  ]);
  expect(await data.dump()).toEqual(before);
});

test('a dry run checks everything, shows no secret and changes nothing', async () => {
  const before = await data.dump();
  const { code, out } = await run(['add', '--dry-run', EXAMPLE]);
  expect(code).toBe(0);
  expect(out).toContain('Library 38 "Northside Public Library" can be added. Nothing was changed.\n');
  expect(out).not.toContain('secrets');
  expect(await data.dump()).toEqual(before);
  await run(['add', EXAMPLE]);
  const refused = await run(['add', '--dry-run', EXAMPLE]);
  expect([refused.code, refused.err]).toEqual([1, 'Library 38 exists already. Nothing was changed.\n']);
});

test('it may come from standard input; where no mail is sent, nothing is said about the mail server', async () => {
  const words = ['library', 'add', '--dry-run', '--send-test-mail', 'desk@northside.example', '-'];
  const settings = { DATABASE_URL: data.url, DATA_DIR: folder, ROLE: 'api' };
  const example = await readFile(EXAMPLE, 'utf8');
  const { code, out } = await runHoldfast(words, settings, undefined, example);
  expect([code, out]).toEqual([1, expect.stringContaining('can be added. Nothing was changed.')]);
  for (const point of ['[ ] Mail', '[!] Test mail'])
    expect(out).toContain(
      `${point}: the processes of ROLE=api, as whose this command runs, send none. Run it where`,
    );
  const large = await runHoldfast(words, settings, undefined, ' '.repeat(1_048_577));
  expect([large.code, large.err]).toEqual([1, 'The file has more than 1,048,576 bytes.\n']);
});

test('the keys of the provider are really fetched, and a test mail really sent', async () => {
  const provider = await IdentityProvider.open(await newKey('ES256'), await newKey('RS256'));
  const mails = await MailServer.start();
  try {
    const settings = {
      mail: { fromAddress: 'holds@northside.example', fromName: 'Northside' },
      identityProvider: { issuer: 'https://id.example.org', audience: 'holdfast', jwksUrl: provider.keysUrl },
    };
    const file = await fileWith({ settings });
    const testMail = ['--send-test-mail', 'desk@northside.example'];
    const refused = await run(['add', '--dry-run', file]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('jwksUrl must be an https:// address'),
    ]);
    const settingsOfService = { SMTP_URL: mails.url, OUTBOUND_PRIVATE_NETWORKS: '127.0.0.1' };
    const dry = await run(['add', '--dry-run', ...testMail, file], settingsOfService);
    expect(dry.code).toBe(0);
    for (const point of [
      `[x] Identity provider (of the library): 2 keys at ${new URL(provider.keysUrl).host}.`,
      '[ ] Mail from holds@northside.example: the DNS of northside.example must let 127.0.0.1 send for it (SPF)',
      '[x] Test mail: accepted by the mail server.',
    ])
      expect(dry.out).toContain(point);
    expect(
      mails.acceptedFor('desk@northside.example').map(({ sender, parsed }) => [sender, parsed.from?.name]),
    ).toEqual([['holds@northside.example', 'Northside']]);

    provider.failure = 'answers 500';
    mails.answerAllWith({ refused: 'recipient', code: 550 });
    const failing = await run(['add', '--dry-run', ...testMail, file], settingsOfService);
    expect(failing.code).toBe(1);
    expect(failing.out).toContain('[!] Identity provider (of the library): no keys at 127.0.0.1');
    expect(failing.out).toContain('[!] Test mail: The mail server refused the mail with 550.');
    expect((await run(['add', file], settingsOfService)).code).toBe(0);
    expect((await run(['check', '38'], settingsOfService)).code).toBe(1);
    provider.failure = undefined;
    const checked = await run(['check', '38'], settingsOfService);
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('2 keys at 127.0.0.1')]);
  } finally {
    provider.close();
    await mails.stop();
  }
});

describe('set', () => {
  beforeEach(() => data.import(...emptyLibrary(WEBSITE_ID)));

  const shown = async (): Promise<unknown> =>
    (JSON.parse((await run(['show', '38'])).out) as { settings: unknown }).settings;

  test('changes what is named, and an empty value brings the service’s own back', async () => {
    const changes = ['mail.fromName=Town = Library', 'rates.perPatron=0', 'rates.perLibrary=500'];
    expect(await run(['set', '38', ...changes])).toMatchObject({ code: 0, err: '' });
    const provider = ['issuer=https://i.example', 'audience=a', 'jwksUrl=https://i.example/keys?x=1'];
    expect(
      (
        await run([
          'set',
          '38',
          'identityProvider.issuer=i',
          'identityProvider.audience=a',
          'identityProvider.jwksUrl=https://10.0.0.1/keys',
        ])
      ).err,
    ).toContain('identityProvider.jwksUrl must be the address of a public host');
    await run(['set', '38', 'rates.perPatron=', ...provider.map((change) => `identityProvider.${change}`)]);
    expect(await shown()).toEqual({
      websiteId: WEBSITE_ID,
      mail: { fromAddress: null, fromName: 'Town = Library', replyTo: null },
      identityProvider: {
        issuer: 'https://i.example',
        audience: 'a',
        jwksUrl: 'https://i.example/keys?x=1',
        patronClaim: { name: 'patron_id', is: 'patronId' },
        libraryClaim: null,
      },
      signIn: null,
      rates: { perPatron: null, perClient: null, perLibrary: 500 },
      notices: {
        name: null,
        homepage: null,
        logo: null,
        color: null,
        timeZone: null,
        languages: [],
        titleUrl: null,
        reminderHours: null,
        gatherMinutes: null,
        daily: null,
        dailyHour: null,
        push: null,
        soonDays: null,
        cardEnding: null,
      },
      texts: null,
      collections: { holdsPerCopy: null, targetWaitDays: null },
      holds: { pickupsEndWhenOpen: null, daysWithoutCopies: null },
      loans: { mayOutlastLicence: null, luckyDayLoans: null, luckyDayDays: null },
      content: { frameOrigins: [] },
      shelf: { welcome: [], pinHelp: null, newCard: null, help: null },
    });
    await run(['set', '38', 'identityProvider=', 'mail=']);
    expect(await shown()).toMatchObject({ identityProvider: null, mail: { fromName: null } });
  });

  test('reads a password from standard input, and never shows it', async () => {
    const settings = { DATABASE_URL: data.url, DATA_DIR: folder, OUTBOUND_PRIVATE_NETWORKS: '10.0.0.0/8' };
    const words = ['library', 'set', '38', 'signIn.kind=sip2', 'signIn.host=10.0.0.7', 'signIn.password=-'];
    const { code, out, err } = await runHoldfast(words, settings, undefined, 'of the system = 1\n');
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('of the system');
    expect(await shown()).toMatchObject({ signIn: { host: '10.0.0.7', password: '***' } });
  });

  test('refuses a library that does not exist, as show and check do', async () => {
    for (const words of [
      ['set', '39', 'mail='],
      ['show', '39'],
      ['check', '39'],
    ])
      expect(await run(words)).toEqual({ code: 1, out: '', err: 'There is no library 39.\n' });
  });
});

test('list and show print libraries without secrets', async () => {
  await data.import(...emptyLibrary(37));
  await run(['add', EXAMPLE]);
  const list = await run(['list']);
  expect(list.out).toBe('37\tTest Library\tno patrons\n38\tNorthside Public Library\tno patrons\n');
  const show = await run(['show', '38']);
  expect(JSON.parse(show.out)).toMatchObject({
    library: { websiteId: 38, name: 'Northside Public Library', holdLimit: 10, checkoutLimit: 15 },
    settings: { mail: { replyTo: 'desk@northside.example' }, rates: { perPatron: 300 } },
    has: { titles: 0, patrons: 0, collections: 2, categories: 2, clients: ['northside-catalog'] },
  });
  expect(show.out).not.toMatch(/secret|hash|token/i);
});
