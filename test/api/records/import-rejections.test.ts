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

describe('a line that cannot be applied', () => {
  let data: ImportUnderTest;

  beforeAll(async () => {
    data = await openImport();
    await data.import(...smallLibrary(2, [1]), library({ websiteId: 38 }), {
      record: 'patron',
      websiteId: 38,
      patronId: 3801,
      category: 'adult',
    });
    await data.import(
      category('staff', [], { websiteId: 38 }),
      patron(3801, { websiteId: 38, category: 'staff' }),
    );
  });
  afterAll(() => data.close());

  const holdOfPatron = hold(1, 1, {});
  const client = { record: 'client', clientId: 'catalog', secret: 'sixteen letters!', websiteIds: [37] };
  const without = (record: object, member: string): string =>
    JSON.stringify({ ...record, [member]: undefined });

  const invalid: readonly (readonly [what: string, line: object | string, reason: string])[] = [
    ['not JSON', '{"record":"library",', 'is not valid JSON'],
    ['JSON that is not an object', '[1]', 'must be a JSON object'],
    [
      'no kind of record',
      '{}',
      'record is missing: it must be one of library, collection, category, title, copies, withdrawal, patron, hold, token, client, settings',
    ],
    [
      'an unknown kind of record',
      { record: 'branch' },
      'record must be one of library, collection, category, title, copies, withdrawal, patron, hold, token, client, settings',
    ],
    [
      'the name of an object member',
      { record: 'constructor' },
      'record must be one of library, collection, category, title, copies, withdrawal, patron, hold, token, client, settings',
    ],
    ['an unknown member', library({ colour: 'red' }), 'library has an unknown member "colour"'],
    [
      'a prototype',
      '{"record":"library","websiteId":9,"name":"x","__proto__":{}}',
      'library has an unknown member "__proto__"',
    ],
    [
      'an unknown nested member',
      library({ lendingPeriods: { DVD: 7 } }),
      'lendingPeriods has an unknown member "DVD"',
    ],
    [
      'a missing member',
      without(library(), 'name'),
      'name is missing: it must be text of 1 to 1000 characters',
    ],
    [
      'a missing key',
      without(library(), 'websiteId'),
      'websiteId is missing: it must be a whole number from 1 to 2147483647',
    ],
    ['a wrong type', library({ websiteId: '37' }), 'websiteId must be a whole number from 1 to 2147483647'],
    ['null for what is required', library({ name: null }), 'name must be text of 1 to 1000 characters'],
    [
      'a number that is too large',
      library({ websiteId: 2_147_483_648 }),
      'websiteId must be a whole number from 1 to 2147483647',
    ],
    ['a fraction', library({ holdLimit: 1.5 }), 'holdLimit must be a whole number from 0 to 1000000'],
    [
      'a pickup period that is too short',
      library({ pickupHours: 0 }),
      'pickupHours must be a whole number from 1 to 8760',
    ],
    [
      'a pickup period that is too long',
      library({ pickupHours: 8761 }),
      'pickupHours must be a whole number from 1 to 8760',
    ],
    [
      'an unknown policy',
      library({ missedPickup: 'shout' }),
      'missedPickup must be one of redeliver-once, cancel, suspend',
    ],
    ...[30, 3_651, 31.5, -1, '365'].map((days): [string, object, string] => [
      `a suspension that ends after ${days} days`,
      library({ suspensionEndsAfterDays: days }),
      'suspensionEndsAfterDays must be 0, or a whole number from 31 to 3650',
    ]),
    [
      'a period that patrons cannot choose',
      library({ lendingPeriods: { Video: 14 } }),
      'lendingPeriods.Video must be one of 1, 3, 5, 7',
    ],
    [
      'an override that patrons could not choose',
      library({ lendingOverrides: { eBook: 2 } }),
      'lendingOverrides.eBook must be one of 1, 7, 14, 21, 89',
    ],
    ['delete that is not a boolean', { ...library(), delete: 'yes' }, 'delete must be true or false'],
    [
      'NUL in text',
      collection('ma\0in', { name: 'Main' }),
      'collectionId must not contain NUL or half a surrogate pair',
    ],
    [
      'half a surrogate pair',
      '{"record":"collection","websiteId":37,"collectionId":"a","name":"\\ud800"}',
      'name must not contain NUL or half a surrogate pair',
    ],
    [
      'a list that is too long',
      category('adult', Array.from({ length: 1001 }, String)),
      'collections must be a list of at most 1000',
    ],
    ['a reserveId that is not a GUID', title(2, { reserveId: 'title-2' }), 'reserveId must be a GUID'],
    [
      'an unknown format',
      title(2, { formatClass: 'ebook' }),
      'formatClass must be one of eBook, Audiobook, Video',
    ],
    [
      'a creator without a name',
      title(2, { creators: [{ role: 'Author', name: 'A' }, { role: 'Author' }] }),
      'creators[1].name is missing: it must be text of 1 to 1000 characters',
    ],
    [
      'a day that does not exist',
      title(2, { addedDate: '2026-02-30' }),
      'addedDate must be a date like 2026-03-31',
    ],
    ['the year 0', title(2, { addedDate: '0000-01-01' }), 'addedDate must be a date like 2026-03-31'],
    ['a negative number of copies', copies(1, -1), 'copiesOwned must be a whole number from 0 to 1000000'],
    [
      'more copies than the maximum',
      copies(1, 1_000_001),
      'copiesOwned must be a whole number from 0 to 1000000',
    ],
    ['a PIN that is a number', patron(1, { pin: 1234 }), 'pin must be text of 1 to 128 characters'],
    [
      'two invalid members',
      { record: 'copies', websiteId: 0, collectionId: 'main', reserveId: reserveIdOf(1) },
      'websiteId must be a whole number from 1 to 2147483647; copiesOwned is missing: it must be a whole number from 0 to 1000000',
    ],
    [
      'a token with invalid characters',
      { record: 'token', token: 'two words', patronId: 1 },
      'token must be 1 to 512 of the characters that a bearer token may have',
    ],
    [
      'a token without a lifetime',
      { record: 'token', token: 'abc', patronId: 1, expiresInSeconds: 0 },
      'expiresInSeconds must be a whole number from 1 to 315360000',
    ],
    [
      'a secret that is too short',
      { ...client, secret: 'fifteen letters' },
      'secret must be text of 16 to 512 characters',
    ],
    [
      'a hold without an address',
      holdOfPatron,
      'emailAddress is missing: it must be one e-mail address like local@example.org, of at most 254 plain characters, unless ignoreHoldEmail is true',
    ],
    [
      'a hold with two addresses',
      { ...holdOfPatron, emailAddress: 'a@example.org,b@example.org' },
      'emailAddress must be one e-mail address like local@example.org, of at most 254 plain characters',
    ],

    [
      'a collection of an unknown library',
      collection('main', { websiteId: 99 }),
      'websiteId 99 is not a library here',
    ],
    [
      'a category of an unknown library',
      category('adult', [], { websiteId: 99 }),
      'websiteId 99 is not a library here',
    ],
    [
      'a category with an unknown collection',
      category('adult', ['main', 'rare']),
      'collection "rare" is unknown in library 37',
    ],
    [
      'copies in an unknown library',
      { ...copies(1, 1), websiteId: 99 },
      'websiteId 99 is not a library here',
    ],
    ['copies in an unknown collection', copies(1, 1, 'rare'), 'collection "rare" is unknown in library 37'],
    ['copies of an unknown title', copies(2, 1), `reserveId ${reserveIdOf(2)} is not a title here`],
    ['a patron of an unknown library', patron(3, { websiteId: 99 }), 'websiteId 99 is not a library here'],
    [
      'a patron of an unknown category',
      patron(3, { category: 'child' }),
      'category "child" is unknown in library 37',
    ],
    ['a patron of another library', patron(3801), 'patronId 3801 cannot be used in library 37'],
    [
      'a token of an unknown patron',
      { record: 'token', token: 'abc', patronId: 99 },
      'patronId 99 is not a patron here',
    ],
    [
      'a client of an unknown library',
      { ...client, websiteIds: [37, 99] },
      'websiteId 99 is not a library here',
    ],
    [
      'a hold of an unknown patron',
      { ...holdOfPatron, patronId: 3801, ignoreHoldEmail: true },
      'patronId 3801 is not a patron of library 37',
    ],
    [
      'a hold on an unknown title',
      { ...holdOfPatron, reserveId: reserveIdOf(2), ignoreHoldEmail: true },
      `reserveId ${reserveIdOf(2)} is not a title here`,
    ],
    [
      'the crossRefId of another title',
      title(2, { crossRefId: 1 }),
      `crossRefId 1 is already the number of title ${reserveIdOf(1)}`,
    ],
  ];

  test.each(invalid)('%s is rejected with the reason', async (_, line, reason) => {
    const before = await data.dump();
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    const { applied, rejected, reasons } = await data.import(text);
    expect({ applied, rejected, reasons }).toEqual({
      applied: 0,
      rejected: 1,
      reasons: [`line 1: ${reason}`],
    });
    expect(await data.dump()).toEqual(before);
  });

  test('no reason contains a secret or an e-mail address', async () => {
    const { reasons } = await data.import(
      '{"record":"patron","pin":"canary-pin",',
      patron(1, { pin: 'canary-pin'.repeat(20) }),
      { record: 'token', token: 'canary token', patronId: 1 },
      { ...client, secret: 'canary' },
      { ...holdOfPatron, emailAddress: 'canary@example' },
    );
    expect(reasons).toHaveLength(5);
    expect(reasons.join()).not.toContain('canary');
  });
});
