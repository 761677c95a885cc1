import { readFileSync } from 'node:fs';
import { findSettings } from '../../../src/records/kinds/settings/settings.store.js';
import { addLibrary } from '../../../src/records/onboarding/onboarding.js';
import { readOnboarding } from '../../../src/records/onboarding/onboarding-file.js';
import { allApplied, type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import { library, type TestRecord, WEBSITE_ID } from '../../support/records.js';

const PROVIDER = {
  issuer: 'https://id.example.org',
  audience: 'holdfast',
  jwksUrl: 'https://id.example.org/k?a=1',
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
  const mail = {
    fromAddress: 'holds@example.org',
    fromName: 'Bibliothèque, «du» Port',
    replyTo: 'desk@example.org',
  };
  const rates = { perPatron: 0, perClient: 7, perLibrary: 1_000_000 };
  await data.import(settings({ mail, identityProvider: PROVIDER, rates }));
  expect(await stored()).toEqual([
    {
      ...NONE,
      mail_from_address: 'holds@example.org',
      mail_from_name: 'Bibliothèque, «du» Port',
      mail_reply_to: 'desk@example.org',
      jwt_issuer: PROVIDER.issuer,
      jwt_audience: PROVIDER.audience,
      jwt_jwks_url: PROVIDER.jwksUrl,
      jwt_patron_claim: 'patron_id',
      requests_per_patron: 0,
      requests_per_client: 7,
      requests_per_library: 1_000_000,
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
  titleUrl: 'https://library.example/t/{id}',
};

test('how notices look is stored, with colors and languages in one form', async () => {
  await data.import(settings({ notices: NOTICES }));
  expect(await stored()).toEqual([
    {
      ...NONE,
      notice_name: 'Harbour',
      notice_homepage: 'http://library.example',
      notice_logo: 'https://library.example/logo.png',
      notice_color: '#aa00bb',
      notice_time_zone: 'Europe/Berlin',
      notice_languages: ['de', 'en-US'],
      notice_reminder_hours: 24,
      notice_title_url: 'https://library.example/t/{id}',
    },
  ]);
  await data.import(settings());
  expect(await stored()).toEqual([NONE]);
});

test('the goals of buying, the days without copies, and the sites that may frame the content, are stored', async () => {
  await data.import(settings({ collections: { holdsPerCopy: 4, targetWaitDays: 30 } }));
  expect(await stored()).toEqual([{ ...NONE, holds_per_copy: 4, target_wait_days: 30 }]);
  const frameOrigins = ['https://library.example', 'https://catalog.library.example:8443'];
  await data.import(settings({ collections: null, holds: { daysWithoutCopies: 30 } }));
  expect(await stored()).toEqual([{ ...NONE, days_without_copies: 30 }]);
  await data.import(settings({ holds: null, content: { frameOrigins } }));
  expect(await stored()).toEqual([{ ...NONE, content_frame_origins: frameOrigins }]);
  await data.import(settings({ content: null }));
  expect(await stored()).toEqual([NONE]);
});

test('every setting in the file of a new library is stored', async () => {
  const example = readFileSync(new URL('../../../examples/library.json', import.meta.url), 'utf8');
  const all = {
    mail: { fromAddress: 'holds@library.example', fromName: 'Library', replyTo: 'desk@library.example' },
    identityProvider: { ...PROVIDER, patronClaim: 'patron' },
    rates: { perPatron: 1, perClient: 2, perLibrary: 3 },
    notices: { ...NOTICES, color: '#1a2b3c', languages: ['de', 'en'] },
    collections: { holdsPerCopy: 4, targetWaitDays: 30 },
    holds: { daysWithoutCopies: 90 },
    content: { frameOrigins: ['https://library.example'] },
  };
  const file = JSON.stringify({ ...(JSON.parse(example) as object), settings: all });
  await addLibrary(data.database, readOnboarding(file), false);
  expect(await findSettings(data.database, 38)).toEqual({ websiteId: 38, ...all });
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

test.each<[object, string]>([
  [{ websiteId: 38 }, 'websiteId 38 is not a library here'],
  [{ mail: 'holds@example.org' }, 'mail must be an object with any of fromAddress, fromName, replyTo'],
  [{ mail: { fromAddress: 'canary' } }, 'mail.fromAddress must be '],
  [{ mail: { replyTo: 'a@example.org, b@example.org' } }, 'mail.replyTo must be '],
  [
    { mail: { fromName: 'Canary\r\nBcc: all@example.org' } },
    'mail.fromName must not contain control characters',
  ],
  [{ mail: { fromName: '' } }, 'mail.fromName must be text of 1 to 200 characters'],
  [{ mail: { from: 'x' } }, 'mail has an unknown member "from"'],
  [
    { identityProvider: { issuer: 'https://id.example.org' } },
    'identityProvider.audience is missing: it must be text of 1 to 1000 characters; identityProvider.jwksUrl is missing',
  ],
  [provider({ jwksUrl: 'canary' }), 'identityProvider.jwksUrl must be an http:// or'],
  [
    provider({ jwksUrl: 'http://canary.example/keys' }),
    'identityProvider.jwksUrl must be an https:// address',
  ],
  [
    provider({ jwksUrl: 'https://169.254.169.254/keys' }),
    'identityProvider.jwksUrl must be the address of a public host: this one is private, and not in OUTBOUND_PRIVATE_NETWORKS',
  ],
  [
    provider({ jwksUrl: 'https://localhost/keys' }),
    'identityProvider.jwksUrl must be the address of a public host',
  ],
  [provider({ jwksUrl: 'file:///etc/canary' }), 'identityProvider.jwksUrl must be'],
  [provider({ jwksUrl: 'https://u:canary@a.example' }), 'identityProvider.jwksUrl must'],
  [
    provider({ jwksUrl: 'https://a.example/#canary' }),
    'identityProvider.jwksUrl must be an address without a fragment',
  ],
  [provider({ audience: 7 }), 'identityProvider.audience must be text'],
  [{ rates: { perPatron: -1 } }, 'rates.perPatron must be a whole number from 0 to 1000000'],
  [{ rates: { perClient: 1.5 } }, 'rates.perClient must be a whole number'],
  [{ rates: { perLibrary: '600' } }, 'rates.perLibrary must be a whole number'],
  [{ rates: { perAddress: 5 } }, 'rates has an unknown member "perAddress"'],
  [{ notices: { color: 'canary' } }, 'notices.color must be a color like #1a2b3c'],
  [{ notices: { color: '#abc' } }, 'notices.color must be a color'],
  [{ notices: { logo: 'http://canary.example/logo.png' } }, 'notices.logo must be an https:// address'],
  [
    { notices: { homepage: 'javascript:canary()' } },
    'notices.homepage must be an http:// or https:// address',
  ],
  [{ notices: { timeZone: 'Europe/Canary' } }, 'notices.timeZone must be a time zone of the IANA database'],
  [{ notices: { timeZone: '+01:00' } }, 'notices.timeZone must be a time zone of the IANA database'],
  [
    { notices: { languages: ['en', 'sv'] } },
    'notices.languages[1] must be a language tag of en, es, fr, de, ar',
  ],
  [{ notices: { languages: 'en' } }, 'notices.languages must be a list of at most 10'],
  [{ notices: { reminderHours: 721 } }, 'notices.reminderHours must be a whole number from 0 to 720'],
  [
    { notices: { titleUrl: 'https://canary.example/' } },
    'notices.titleUrl must be an https:// address with one {reserveId} or {crossRefId}',
  ],
  [
    { notices: { titleUrl: 'https://a.example/{id}/{canary}' } },
    'notices.titleUrl must be an https:// address',
  ],
  [{ notices: { titleUrl: 'javascript:{id}' } }, 'notices.titleUrl must be an https:// address'],
  [
    { notices: { name: 'Canary\r\nBcc: all@example.org' } },
    'notices.name must not contain control characters',
  ],
  [{ collections: { holdsPerCopy: 0 } }, 'collections.holdsPerCopy must be a whole number from 1 to 1000'],
  [
    { collections: { targetWaitDays: 366 } },
    'collections.targetWaitDays must be a whole number from 1 to 365',
  ],
  [{ holds: { daysWithoutCopies: 6 } }, 'holds.daysWithoutCopies must be a whole number from 7 to 365'],
  ...[
    'http://canary.example',
    'https://canary.example/',
    'https://canary.example/page',
    'https://*.canary.example',
    'https://canary.example;a',
    "https://canary.example 'self'",
    'https://Canary.example',
    'https://canary.example:443',
    '*',
  ].map((origin): [object, string] => [
    { content: { frameOrigins: [origin] } },
    'content.frameOrigins[0] must be the origin of an https:// address',
  ]),
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
