import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { IlsPasswords } from '../../../src/access/ils/ils-passwords.task.js';
import { statement } from '../../../src/platform/database/statement.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import { findSettings, upsertSettings } from '../../../src/records/kinds/settings/settings.store.js';
import { addLibrary } from '../../../src/records/onboarding/onboarding.js';
import { readOnboarding } from '../../../src/records/onboarding/onboarding-file.js';
import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { library, type TestRecord, WEBSITE_ID } from '../../support/records.js';

const PROVIDER = {
  issuer: 'https://id.example.org',
  audience: 'holdfast',
  jwksUrl: 'https://id.example.org/k?a=1',
};
const KEY = 'a-key-that-seals-what-libraries-share';
const SEAL = new SecretSeal({ webhooksKeys: [KEY] });
const [FIRST_CA, SECOND_CA] = rootCertificates.slice(0, 2).map((each) => String(new X509Certificate(each)));
const SIGN_IN = {
  ...{ kind: 'sip2' as const, host: 'ils.example', port: 7000, tls: false, institutionId: 'main' },
  ...{ locationCode: 'desk', login: 'holdfast', password: 'a secret', charset: 'cp850' as const },
  ...{ errorDetection: false, scStatus: false, endSession: false, blocks: ['cardLost' as const] },
  ...{ ca: `${FIRST_CA}${SECOND_CA}`, terminalPassword: 'another secret', cardPattern: '2100*' },
  homeLibrary: { field: 'AQ', allow: ['MAIN', 'EAST'] },
  categories: [{ field: 'PC', value: 'ST*', category: 'student' }],
  feeLimit: 10.5,
  defaultCategory: 'adult',
};
const settings = (members: object = {}): TestRecord => ({
  record: 'settings',
  websiteId: WEBSITE_ID,
  ...members,
});

let data: ImportUnderTest;
beforeEach(async () => {
  data = await openImport();
  await data.import(library());
});
afterEach(() => data.close());

/** What is set: without the time of the change, which the database sets. */
const stored = async (): Promise<object[]> => {
  const rows = await data.rows<{ row: Readonly<Record<string, unknown>> }>(
    `SELECT jsonb_strip_nulls(to_jsonb(s) - 'changed_at') AS row FROM library_settings s`,
  );
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value) || value.length > 0)),
  );
};

const NONE = { website_id: WEBSITE_ID };

test('settings are stored with their defaults, and a record is complete', async () => {
  const mail = { fromName: 'Bibliothèque, «du» Port', replyTo: 'desk@example.org' };
  const rates = { perPatron: 0, perClient: 7, perLibrary: 1_000_000 };
  await data.import(settings({ mail, identityProvider: PROVIDER, rates }));
  const { issuer, audience, jwksUrl } = PROVIDER;
  expect(await stored()).toEqual([
    {
      ...{ ...NONE, mail_from_name: mail.fromName, mail_reply_to: mail.replyTo },
      ...{ jwt_issuer: issuer, jwt_audience: audience, jwt_jwks_url: jwksUrl, jwt_patron_claim: 'patron_id' },
      ...{ requests_per_patron: 0, requests_per_client: 7, requests_per_library: 1_000_000 },
    },
  ]);
  await data.import(settings({ rates: { perClient: 8 }, mail: null }));
  expect(await stored()).toEqual([{ ...NONE, requests_per_client: 8 }]);
});

const NOTICES = {
  name: 'Harbour',
  homepage: 'http://library.example',
  logo: 'https://library.example/logo.png',
  color: '#AA00bb',
  timeZone: 'Europe/Berlin',
  languages: ['de', 'EN-us'],
  reminderHours: 24,
  gatherMinutes: 5,
  daily: true,
  dailyHour: 7,
  push: true,
  soonDays: 5,
  cardEnding: true,
  titleUrl: 'https://library.example/t/{id}',
};

test('colors and languages of notices are stored in one form', async () => {
  await data.import(settings({ notices: { color: '#AA00bb', languages: ['de', 'EN-us'] } }));
  expect(await stored()).toEqual([{ ...NONE, notice_color: '#aa00bb', notice_languages: ['de', 'en-US'] }]);
});

test('every setting in the file of a new library is stored', async () => {
  const example = readFileSync(new URL('../../../examples/library.json', import.meta.url), 'utf8');
  const all = {
    mail: { fromAddress: 'holds@library.example', fromName: 'Library', replyTo: 'desk@library.example' },
    identityProvider: {
      ...PROVIDER,
      patronClaim: { name: 'number', is: 'externalId' },
      libraryClaim: { name: 'home', value: 'EAST' },
    },
    signIn: SIGN_IN,
    rates: { perPatron: 1, perClient: 2, perLibrary: 3 },
    notices: { ...NOTICES, color: '#1a2b3c', languages: ['de', 'en'] },
    collections: { holdsPerCopy: 4, targetWaitDays: 30 },
    holds: { daysWithoutCopies: 90, pickupsEndWhenOpen: false },
    loans: { mayOutlastLicence: false, luckyDayLoans: 2, luckyDayDays: 7 },
    texts: {
      url: 'https://texts.library.example/messages',
      secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
      by: 'patronId',
    },
    content: { frameOrigins: ['https://library.example', 'https://catalog.library.example:8443'] },
    shelf: {
      welcome: ['en: Welcome: to the harbour, and back.', `de: ${'x'.repeat(496)}`],
      pinHelp: 'https://library.example/pin',
      newCard: 'https://library.example/card',
      help: 'https://library.example/help',
    },
  };
  const file = JSON.stringify({ ...(JSON.parse(example) as object), settings: all });
  await addLibrary(data.database, readOnboarding(file), { seal: SEAL, isDryRun: false });
  const signIn = { ...SIGN_IN, password: '***', terminalPassword: '***' };
  expect(await findSettings(data.database, 38)).toEqual({
    websiteId: 38,
    ...all,
    signIn,
    texts: { ...all.texts, secret: '***' },
  });
});

const PASSWORDS = statement<{ passwords: string[] }>(
  'test-ils-passwords',
  `SELECT ARRAY[sign_in ->> 'password', sign_in ->> 'terminalPassword'] AS passwords
   FROM library_settings WHERE website_id = $1`,
);
const passwords = async (): Promise<string[]> =>
  (await data.database.run(PASSWORDS, [WEBSITE_ID]))[0]!.passwords;
const opened = async (seal: SecretSeal): Promise<string[]> =>
  (await passwords()).map((each) => seal.open(`system of library ${WEBSITE_ID}`, each));

test('the passwords of a library’s system are sealed, and kept for the host that they were given for', async () => {
  const store = async (members: object): Promise<string[]> => {
    const record = { ...(await findSettings(data.database, WEBSITE_ID))!, ...members };
    await upsertSettings(data.database, record, SEAL);
    return passwords();
  };
  await data.import(settings());
  const sealed = await store({ signIn: SIGN_IN });
  expect(sealed.every((each) => each.startsWith(SEAL.prefix!))).toBe(true);
  expect(await opened(SEAL)).toEqual(['a secret', 'another secret']);
  expect(await store({ signIn: SIGN_IN })).toEqual(sealed);
  const kept = { ...SIGN_IN, password: '***', terminalPassword: '***', charset: 'utf8' };
  expect(await store({ signIn: kept })).toEqual(sealed);
  expect(await store({ mail: null })).toEqual(sealed);
  expect(await store({ signIn: { ...kept, terminalPassword: null } })).toEqual([sealed[0], null]);
  expect(await store({ signIn: { ...kept, host: 'elsewhere.example' } })).toEqual([null, null]);
});

test('certificates that have lost their line breaks in a form get them back', async () => {
  const ca = SIGN_IN.ca.replaceAll('\n', '');
  await data.import(settings({ signIn: { ...SIGN_IN, ca } }));
  expect((await findSettings(data.database, WEBSITE_ID))?.signIn?.ca).toBe(SIGN_IN.ca);
});

test('a worker seals passwords that were stored without a key, or with an earlier one', async () => {
  await data.import(settings());
  const record = (await findSettings(data.database, WEBSITE_ID))!;
  await upsertSettings(data.database, { ...record, signIn: SIGN_IN }, new SecretSeal({ webhooksKeys: [] }));
  const plain = ['a secret', 'another secret'];
  expect(await passwords()).toEqual(plain);
  await new IlsPasswords(SEAL).sealOutdated(data.database);
  const sealed = await passwords();
  expect(sealed.every((each) => each.startsWith(SEAL.prefix!))).toBe(true);
  expect(await opened(SEAL)).toEqual(plain);
  await new IlsPasswords(SEAL).sealOutdated(data.database);
  expect(await passwords()).toEqual(sealed);
  const next = 'the-key-that-follows-the-one-before-it';
  await new IlsPasswords(new SecretSeal({ webhooksKeys: [next, KEY] })).sealOutdated(data.database);
  expect(await opened(new SecretSeal({ webhooksKeys: [next] }))).toEqual(plain);
});

test('settings that are sent again are not written again', async () => {
  const record = settings({ identityProvider: { ...PROVIDER, patronClaim: 'sub' }, notices: NOTICES });
  await data.import(record);
  const before = await data.dump();
  expect(await data.import(record)).toEqual(allApplied(1));
  expect(await data.dump()).toEqual(before);
});

test('settings can be removed, and are removed with their library', async () => {
  await data.import(settings(), settings({ delete: true }), settings({ delete: true }));
  expect(await stored()).toEqual([]);
  await data.import(settings());
  expect(await stored()).toEqual([NONE]);
  await data.import({ record: 'library', websiteId: WEBSITE_ID, delete: true });
  expect(await stored()).toEqual([]);
});

const provider = (members: object): object => ({ identityProvider: { ...PROVIDER, ...members } });
const signIn = (members: object): object => ({ signIn: { kind: 'sip2', host: 'ils.example', ...members } });
const keysAt = (jwksUrl: string): object => provider({ jwksUrl });

test.each<[object, string]>([
  [{ websiteId: 38 }, 'websiteId 38 is not a library here'],
  [{ mail: 'holds@example.org' }, 'mail must be an object with any of fromAddress, fromName, replyTo'],
  [{ mail: { fromAddress: 'canary' } }, 'mail.fromAddress must be '],
  [{ mail: { replyTo: 'a@example.org, b@example.org' } }, 'mail.replyTo must be '],
  [{ mail: { fromName: 'Canary\r\nBcc: a@b.org' } }, 'mail.fromName must not contain control characters'],
  [{ mail: { fromName: '' } }, 'mail.fromName must be text of 1 to 200 characters'],
  [{ mail: { from: 'x' } }, 'mail has an unknown member "from"'],
  [
    { identityProvider: { issuer: 'https://id.example.org' } },
    'identityProvider.audience is missing: it must',
  ],
  [keysAt('canary'), 'identityProvider.jwksUrl must be an http:// or'],
  [keysAt('http://canary.example/keys'), 'identityProvider.jwksUrl must be an https:// address'],
  [keysAt('https://169.254.169.254/keys'), 'identityProvider.jwksUrl must be the address of a public host'],
  [keysAt('https://localhost/keys'), 'identityProvider.jwksUrl must be the address of a public host'],
  [keysAt('file:///etc/canary'), 'identityProvider.jwksUrl must be'],
  [keysAt('https://u:canary@a.example'), 'identityProvider.jwksUrl must'],
  [keysAt('https://a.example/#canary'), 'identityProvider.jwksUrl must be an address without a fragment'],
  [provider({ patronClaim: { name: 'sub', is: 'name' } }), 'identityProvider.patronClaim.is must be one of'],
  [provider({ patronClaim: 7 }), 'identityProvider.patronClaim must be the name of a claim, or an object'],
  [provider({ libraryClaim: 'EAST' }), 'identityProvider.libraryClaim.value must'],
  [provider({ audience: 7 }), 'identityProvider.audience must be text'],
  [signIn({ kind: 'ldap' }), 'signIn.kind must be one of sip2'],
  [signIn({ host: 'canary/path' }), 'signIn.host must be the name or address of a host'],
  [signIn({ host: '127.0.0.1' }), 'signIn.host must be the address of a public host: this one is private'],
  [signIn({ host: '8.8.8.8', tls: false }), 'signIn.host must be asked by TLS'],
  [signIn({ login: 'a|COcanary' }), 'signIn.login must not contain |'],
  [signIn({ password: 'canary\r63' }), 'signIn.password must not contain control characters'],
  [signIn({ charset: 'utf16' }), 'signIn.charset must be one of utf8, cp850, latin1'],
  [signIn({ blocks: ['canary'] }), 'signIn.blocks[0] must be one of chargeDenied'],
  [
    signIn({ categories: [{ field: 'pc', value: 'x', category: 'adult' }] }),
    'signIn.categories[0].field must be the code of a field, like PC',
  ],
  [signIn({ homeLibrary: { field: 'AQ', allow: [] } }), 'signIn.homeLibrary.allow must name at least one'],
  [signIn({ cardPattern: '' }), 'signIn.cardPattern must be text of 1 to 100 characters'],
  [signIn({ ca: 'canary' }), 'signIn.ca must be certificates in PEM'],
  [signIn({ ca: `${FIRST_CA}canary` }), 'signIn.ca must be certificates in PEM'],
  [signIn({ ca: FIRST_CA!.replace('A', 'canary') }), 'signIn.ca must be certificates in PEM'],
  [signIn({ ca: FIRST_CA!.repeat(50) }), 'signIn.ca must be text of 1 to 20000 characters'],
  [signIn({ categories: Array(101).fill({}) }), 'signIn.categories must be a list of at most 100'],
  [{ rates: { perPatron: -1 } }, 'rates.perPatron must be a whole number from 0 to 1000000'],
  [{ rates: { perClient: 1.5 } }, 'rates.perClient must be a whole number'],
  [{ rates: { perLibrary: '600' } }, 'rates.perLibrary must be a whole number'],
  [{ rates: { perAddress: 5 } }, 'rates has an unknown member "perAddress"'],
  [{ notices: { color: 'canary' } }, 'notices.color must be a color like #1a2b3c'],
  [{ notices: { color: '#abc' } }, 'notices.color must be a color'],
  [{ notices: { logo: 'http://canary.example/logo.png' } }, 'notices.logo must be an https:// address'],
  [
    { notices: { logo: 'data:text/html,canary' } },
    'notices.logo must be an https:// address, or a picture in',
  ],
  [
    { notices: { logo: 'data:image/png,can ary' } },
    'notices.logo must be an https:// address, or a picture in',
  ],
  [{ notices: { logo: `data:image/png,${'a'.repeat(4_000)}` } }, 'notices.logo must be text of 1 to 4000'],
  [{ notices: { homepage: 'javascript:canary()' } }, 'notices.homepage must be an http:// or https://'],
  [{ notices: { timeZone: 'Europe/Canary' } }, 'notices.timeZone must be a time zone of the IANA database'],
  [{ notices: { timeZone: '+01:00' } }, 'notices.timeZone must be a time zone of the IANA database'],
  [{ notices: { languages: ['en', 'sv'] } }, 'notices.languages[1] must be a language tag of en, es,'],
  [{ notices: { languages: 'en' } }, 'notices.languages must be a list of at most 10'],
  [{ notices: { reminderHours: 721 } }, 'notices.reminderHours must be a whole number from 0 to 720'],
  [{ notices: { titleUrl: 'https://canary.example/' } }, 'notices.titleUrl must be an https:// address with'],
  [{ notices: { titleUrl: 'https://a.example/{id}/{canary}' } }, 'notices.titleUrl must be an https:// '],
  [{ notices: { titleUrl: 'javascript:{id}' } }, 'notices.titleUrl must be an https:// address'],
  [{ notices: { name: 'Canary\r\nBcc: a@b.org' } }, 'notices.name must not contain control characters'],
  [{ collections: { holdsPerCopy: 0 } }, 'collections.holdsPerCopy must be a whole number from 1 to 1000'],
  [{ collections: { targetWaitDays: 366 } }, 'collections.targetWaitDays must be a whole number from 1 to'],
  [{ holds: { daysWithoutCopies: 6 } }, 'holds.daysWithoutCopies must be a whole number from 7 to 365'],
  ...[
    ...['http://canary.example', 'https://canary.example/', 'https://canary.example/page', '*'],
    ...['https://*.canary.example', 'https://canary.example;a', "https://canary.example 'self'"],
    ...['https://Canary.example', 'https://canary.example:443'],
  ].map((origin): [object, string] => [
    { content: { frameOrigins: [origin] } },
    'content.frameOrigins[0] must be the origin of an https:// address',
  ]),
  ...['Willkommen', 'ja: x', 'de:', 'de: a | b', 'de: a\nb', `de: ${'x'.repeat(497)}`].map(
    (text): [object, string] => [{ shelf: { welcome: [text] } }, 'shelf.welcome[0] must '],
  ),
  [
    { shelf: { welcome: Array.from({ length: 6 }, () => 'de: Willkommen') } },
    'shelf.welcome must be a list of at most 5',
  ],
  ...['http://library.example', 'javascript:alert(1)', `https://library.example/${'x'.repeat(2_000)}`].map(
    (help): [object, string] => [{ shelf: { help } }, 'shelf.help must be '],
  ),
  [
    { content: { frameOrigins: Array.from({ length: 11 }, () => 'https://canary.example') } },
    'content.frameOrigins must be a list of at most 10',
  ],
  [{ collections: { copies: 'canary' } }, 'collections has an unknown member "copies"'],
  [{ smtpUrl: 'smtp://canary' }, 'settings has an unknown member "smtpUrl"'],
])('%j is rejected, and the reason names the member but not its value', async (members, reason) => {
  const outcome = await data.import(settings(members));
  expect(outcome).toMatchObject({ applied: 0, rejected: 1 });
  expect(outcome.reasons[0]).toContain(`line 1: ${reason}`);
  expect(outcome.reasons[0]).not.toMatch(/canary/i);
  expect(await stored()).toEqual([]);
});
