import { type ImportUnderTest, openImport } from '../../support/runs/import-under-test.js';
import {
  category,
  collection,
  copies,
  hold,
  library,
  patron,
  reserveIdOf,
  smallLibrary,
  title,
} from '../../support/records.js';

let data: ImportUnderTest;

beforeAll(async () => {
  data = await openImport();
  await data.import(...smallLibrary(2, [1]), library({ websiteId: 38 }));
  await data.import(
    category('staff', [], { websiteId: 38 }),
    patron(3801, { websiteId: 38, category: 'staff' }),
  );
});
afterAll(() => data.close());

const unaddressed = hold(1, 1, {});
const client = { record: 'client', clientId: 'catalog', secret: 'sixteen letters!', websiteIds: [37] };
const TOKEN = '32 to 512 of the characters that a bearer token may have';
const author = { role: 'Author', name: 'A' };
const noCount = { ...copies(1, 1), websiteId: 0, copiesOwned: undefined };
const cover = { href: 'javascript:alert(1)', type: 'image/png' };
const deletedTitle = { record: 'title', reserveId: reserveIdOf(1), delete: true };
const loan = { record: 'checkout', websiteId: 37, patronId: 1, reserveId: reserveIdOf(1) };
const token = { record: 'token', token: 'a'.repeat(32), patronId: 1 };

const CONTROL = (member: string): string =>
  `${member} must not contain control characters or half a surrogate pair`;
const unknown = (record: string, member: string): string => `${record} has an unknown member "${member}"`;
const missing = (member: string, what: string): string => `${member} is missing: it must be ${what}`;
const text = (most: number): string => `text of 1 to ${most} characters`;
const KIND =
  'one of library, collection, category, title, copies, licence, withdrawal, patron, hold, checkout, token, client, settings, calendar';
const ID = 'a whole number from 1 to 2147483647';
const TIME = 'a time such as 2026-11-21T09:41:07Z, 2026-11-21 09:41:07 or 2026-11-21';
const TERM = 'must be a term of the accessibility vocabulary';
const accessible = (accessibility: unknown): object => title(3, { accessibility });
const COUNT = 'a whole number from 0 to 1000000';
const ADDRESS = 'one e-mail address like local@example.org, of at most 254 plain characters';

test.each<[line: object | string, reason: string]>([
  ['{"record":"library",', 'is not valid JSON'],
  ['[1]', 'must be a JSON object'],
  ['{}', `record is missing: it must be ${KIND}`],
  [{ record: 'branch' }, `record must be ${KIND}`],
  [{ record: 'constructor' }, `record must be ${KIND}`],
  [library({ colour: 'red' }), 'library has an unknown member "colour"'],
  ['{"record":"library","websiteId":9,"name":"x","__proto__":{}}', unknown('library', '__proto__')],
  [library({ lendingPeriods: { DVD: 7 } }), 'lendingPeriods has an unknown member "DVD"'],
  [library({ name: undefined }), 'name is missing: it must be text of 1 to 1000 characters'],
  [library({ websiteId: undefined }), `websiteId is missing: it must be ${ID}`],
  [library({ websiteId: '37' }), `websiteId must be ${ID}`],
  [library({ name: null }), 'name must be text of 1 to 1000 characters'],
  [library({ websiteId: 2_147_483_648 }), `websiteId must be ${ID}`],
  [library({ holdLimit: 1.5 }), `holdLimit must be ${COUNT}`],
  [library({ pickupHours: 0 }), 'pickupHours must be a whole number from 1 to 8760'],
  [library({ pickupHours: 8761 }), 'pickupHours must be a whole number from 1 to 8760'],
  [library({ missedPickup: 'shout' }), 'missedPickup must be one of redeliver-once, cancel, suspend'],
  ...[30, 3_651, 31.5, -1, '365'].map((days): [object, string] => [
    library({ suspensionEndsAfterDays: days }),
    'suspensionEndsAfterDays must be 0, or a whole number from 31 to 3650',
  ]),
  [library({ lendingPeriods: { Video: 14 } }), 'lendingPeriods.Video must be one of 1, 3, 5, 7'],
  [library({ lendingOverrides: { eBook: 2 } }), 'lendingOverrides.eBook must be one of 1, 7, 14, 21, 89'],
  [library({ delete: 'yes' }), 'delete must be true or false'],
  [title(2, { title: '  ' }), 'title must not be spaces alone'],
  ...['\n', '\x7f', '\u0085'].map((character): [object, string] => [
    title(2, { title: `Em${character}ma` }),
    CONTROL('title'),
  ]),
  [title(2, { shortDescription: 'One\u0000' }), CONTROL('shortDescription')],
  [patron(2, { cardNumber: ' \t ' }), 'cardNumber must be text of 1 to 100 characters'],
  [patron(2, { cardNumber: '12\u000134' }), CONTROL('cardNumber')],
  [collection('ma\0in', { name: 'Main' }), CONTROL('collectionId')],
  ['{"record":"collection","websiteId":37,"collectionId":"a","name":"\\ud800"}', CONTROL('name')],
  [category('adult', Array.from({ length: 1001 }, String)), 'collections must be a list of at most 1000'],
  [title(2, { reserveId: 'title-2' }), 'reserveId must be a GUID'],
  [title(2, { formatClass: 'ebook' }), 'formatClass must be one of eBook, Audiobook, Video'],
  [title(2, { creators: [author, { role: 'Author' }] }), missing('creators[1].name', text(1000))],
  [title(2, { addedDate: '2026-02-30' }), 'addedDate is a day that does not exist'],
  [title(2, { addedDate: '0000-01-01' }), 'addedDate must be a date like 2026-03-31'],
  [copies(1, -1), `copiesOwned must be ${COUNT}`],
  [copies(1, 1_000_001), `copiesOwned must be ${COUNT}`],
  ...[0, 8_761, 1.5, '24', [24]].map((pickupHours): [object, string] => [
    { ...copies(1, 1), pickupHours },
    'pickupHours must be a whole number from 1 to 8760',
  ]),
  [patron(1, { pin: 1234 }), 'pin must be text of 1 to 128 characters'],
  [patron(1, { pinHash: '****' }), 'pinHash must be a hash by bcrypt, of a cost up to 12, or by MD5'],
  [
    patron(1, { pin: '2468', pinHash: 'd8578edf8458ce06fbc5bb76a58c5ca4' }),
    'pinHash must not stand beside a pin',
  ],
  [
    patron(1, { pinHash: 'd8578edf8458ce06fbc5bb76a58c5ca4' }),
    'pinHash is an MD5 hash, which library 37 does not take: its md5Pins is false',
  ],
  [patron(1, { pinHash: 7 }), 'pinHash must be a hash of a PIN'],
  [noCount, `websiteId must be ${ID}; ${missing('copiesOwned', COUNT)}`],
  [{ ...token, token: 'two words in a token of 32 letters' }, `token must be ${TOKEN}`],
  [{ ...token, token: 'a'.repeat(31) }, `token must be ${TOKEN}`],
  [{ ...token, token: 'a'.repeat(513) }, `token must be ${TOKEN}`],
  [{ ...token, expiresInSeconds: 0 }, 'expiresInSeconds must be a whole number from 1 to 315360000'],
  [{ ...client, secret: 'fifteen letters' }, 'secret must be text of 16 to 512 characters'],
  [unaddressed, `emailAddress is missing: it must be ${ADDRESS}, unless ignoreHoldEmail is true`],
  [{ ...unaddressed, emailAddress: 'a@example.org,b@example.org' }, `emailAddress must be ${ADDRESS}`],
  [collection('main', { websiteId: 99 }), 'websiteId 99 is not a library here'],
  [category('adult', [], { websiteId: 99 }), 'websiteId 99 is not a library here'],
  [category('adult', ['main', 'rare']), 'collection "rare" is unknown in library 37'],
  [{ ...copies(1, 1), websiteId: 99 }, 'websiteId 99 is not a library here'],
  [copies(1, 1, 'rare'), 'collection "rare" is unknown in library 37'],
  [copies(2, 1), `reserveId ${reserveIdOf(2)} is not a title here`],
  [patron(3, { websiteId: 99 }), 'websiteId 99 is not a library here'],
  [patron(3, { category: 'child' }), 'category "child" is unknown in library 37'],
  [patron(3801), 'patronId 3801 cannot be used in library 37'],
  [{ ...token, patronId: 99 }, 'patronId 99 is not a patron here'],
  [{ ...client, websiteIds: [37, 99] }, 'websiteId 99 is not a library here'],
  [hold(3801), 'patronId 3801 is not a patron of library 37'],
  [hold(1, 2), `reserveId ${reserveIdOf(2)} is not a title here`],
  ...['soon', '1969-12-31T23:59:59Z', 20_260_331].map((placedDate): [object, string] => [
    hold(1, 1, { ignoreHoldEmail: true, placedDate }),
    `placedDate must be ${TIME}`,
  ]),
  [
    hold(1, 1, { ignoreHoldEmail: true, notNeededAfter: '31.3.2026' }),
    'notNeededAfter must be a date like 2026-03-31',
  ],
  [
    hold(1, 1, { ignoreHoldEmail: true, notNeededAfter: '2026-02-30' }),
    'notNeededAfter is a day that does not exist',
  ],
  [hold(1, 1, { ignoreHoldEmail: true, alternativeTo: 'L-1' }), 'alternativeTo must be a GUID'],
  ...[1, 2].map((other): [object, string] => [
    hold(1, 1, { ignoreHoldEmail: true, alternativeTo: reserveIdOf(other) }),
    'alternativeTo must name the title of another hold of the patron.',
  ]),
  [{ ...loan, expires: '2027-02-31T10:00:00Z' }, 'expires is a day that does not exist'],
  [loan, missing('expires', TIME)],
  [{ ...loan, expires: '2099-01-01', formatType: 'a'.repeat(201) }, `formatType must be ${text(200)}`],
  ...[{ type: 'limited' }, { type: 'indefinite', until: '2099-01-01' }].map(
    (suspension): [object, string] => [
      hold(1, 1, { ignoreHoldEmail: true, suspension }),
      'suspension must have until if its type is limited, and only then',
    ],
  ),
  [title(2, { crossRefId: 1 }), `crossRefId 1 is already the number of title ${reserveIdOf(1)}`],
  // Members of titles.
  [accessible('textual'), 'accessibility must be an object'],
  [accessible({ accessibilityFeature: [] }), unknown('accessibility', 'accessibilityFeature')],
  [accessible({ feature: ['alternativeText', 'alternativetext'] }), `accessibility.feature[1] ${TERM}`],
  [accessible({ hazard: ['__proto__'] }), `accessibility.hazard[0] ${TERM}`],
  ...[
    ['none', 'flashing'],
    ['sound', 'noSoundHazard'],
  ].map((hazard): [object, string] => [
    accessible({ hazard }),
    'accessibility.hazard must be without hazards that deny each other',
  ]),
  [accessible({ accessMode: 'textual' }), 'accessibility.accessMode must be a list of at most 200'],
  [
    accessible({ feature: Array(201).fill('braille') }),
    'accessibility.feature must be a list of at most 200',
  ],
  [
    accessible({ accessModeSufficient: [['textual', 'mathOnVisual']] }),
    'accessibility.accessModeSufficient[0][1] must be one of auditory, tactile, textual, visual',
  ],
  [
    accessible({ conformsTo: ['javascript:alert(1)'] }),
    'accessibility.conformsTo[0] must be an http:// or https:// address',
  ],
  [
    accessible({ certification: { report: 'wcag' } }),
    'accessibility.certification.report[0] must be an http:// or https:// address',
  ],
  [accessible({ summary: { en: 'Short' } }), `accessibility.summary must be ${text(20_000)}`],
  [accessible({ exemption: ['too dear'] }), `accessibility.exemption[0] ${TERM}`],
  [title(3, { starRating: 5.1 }), 'starRating must be a number from 0 to 5'],
  [title(3, { images: { cover } }), 'images.cover.href must be an http:// or https:// address'],
  [title(3, { images: { poster: cover } }), unknown('images', 'poster')],
  [title(3, { formats: [{ online: true }] }), missing('formats[0].id', text(200))],
  [title(3, { formats: [{ id: 'a', size: 1 }] }), unknown('formats[0]', 'size')],
  [title(3, { formats: [7] }), 'formats[0] must be text, or an object with id'],
  [title(3, { subjects: [{}] }), missing('subjects[0].value', text(200))],
  [title(3, { languages: [{ name: 'English' }] }), missing('languages[0].code', text(200))],
  [title(3, { publishDate: 'last year' }), 'publishDate must be a date like 2026-03-31'],
  // Only a key may be sent with "delete": true.
  [{ record: 'patron', patronId: 1, delete: true }, `websiteId is missing: it must be ${ID}`],
  [{ ...deletedTitle, colour: 'red' }, unknown('title', 'colour')],
  [{ ...deletedTitle, crossRefId: 'one' }, `crossRefId must be ${ID}`],
  ...['', 'french', 'fr_CA', 'fr-CA-x-canary', 7].map((language): [object, string] => [
    patron(1, { language }),
    'language must be a language tag like en or fr-CA',
  ]),
])('%j is rejected, and nothing is changed', async (line, reason) => {
  const before = await data.dump();
  expect(await data.import(typeof line === 'string' ? line : JSON.stringify(line))).toEqual({
    ...{ applied: 0, rejected: 1, pinsRemoved: 0 },
    reasons: [`line 1: ${reason}`],
  });
  expect(await data.dump()).toEqual(before);
});

test('no reason contains a secret or an e-mail address', async () => {
  const { reasons } = await data.import(
    '{"record":"patron","pin":"canary-pin",',
    patron(1, { pin: 'canary-pin'.repeat(20) }),
    { ...token, token: 'canary token' },
    { ...client, secret: 'canary' },
    { ...unaddressed, emailAddress: 'canary@example' },
  );
  expect(reasons).toHaveLength(5);
  expect(reasons.join()).not.toContain('canary');
});
