import { readMappingFile, recordsBy } from '../../../src/records/csv/csv-mapping.js';
import type { CsvKind } from '../../../src/records/csv/csv-members.js';

/** Of one row, by the mapping of a file. */
function recordOf(kind: CsvKind, mapping: unknown, row: Readonly<Record<string, string>>): unknown {
  const read = readMappingFile(kind, JSON.stringify(mapping));
  const columns = Object.keys(row);
  const result = recordsBy({ kind, websiteId: 37, mapping: read, columns, today: '2026-03-31' })(
    Object.values(row),
  );
  return 'record' in result ? result.record : result.rejection;
}

test('a column that the file does not have ends neither a block nor a membership', () => {
  const mapping = { number: 'externalId', until: 'expiresOn', state: 'blocked', kept: 'pin' };
  expect(recordOf('patrons', mapping, { number: '51' })).toEqual({
    ...{ record: 'patron', websiteId: 37, externalId: '51' },
  });
});

test('the hash of a PIN that another system wrote stands in place of the PIN', () => {
  const bcrypt = '$2a$08$KBCwKxOzLha2MUDgW0PjXeeZWzgHq1cIzhaf5xJARMtEB89ElmGb.';
  const read = (password: string): unknown =>
    recordOf('patrons', { number: 'externalId', password: 'pin' }, { number: '51', password });
  const patron = { record: 'patron', websiteId: 37, externalId: '51' };
  expect(read(bcrypt)).toEqual({ ...patron, pinHash: bcrypt });
  expect(read('4711')).toEqual({ ...patron, pin: '4711' });
  expect(read(bcrypt.slice(1))).toEqual({ ...patron, pin: bcrypt.slice(1) });
});

test.each<[string, object | undefined]>([
  [
    'Textual, alternativetext|noFlashingHazard;ARIA',
    {
      accessModeSufficient: [['textual']],
      feature: ['alternativeText', 'ARIA'],
      hazard: ['noFlashingHazard'],
    },
  ],
  ['readable', { accessModeSufficient: [], feature: ['readable'], hazard: [] }],
  ['N/A', undefined],
  [' , ;', undefined],
])('the accessibility %j of a title', (cell, accessibility) => {
  const record = recordOf('titles', { a: 'accessibility', t: 'title' }, { a: cell, t: 'T' });
  expect(record).toEqual({
    record: 'title',
    title: 'T',
    formats: [],
    ...(accessibility && { accessibility }),
  });
});

describe('a row becomes a record:', () => {
  test('of a patron', () => {
    const mapping = [
      { column: 'id', member: 'externalId' },
      { column: 'barcode', member: 'cardNumber' },
      { column: 'old', member: 'cardNumbers' },
      { column: 'code', member: 'category', values: { ADT: 'adult', '*': 'other' } },
      { column: 'until', member: 'expiresOn' },
      { column: 'block', member: 'blocked' },
      { column: 'holds', member: 'holdLimit' },
      { column: null, member: 'language', values: { '*': 'fr-CA' } },
    ];
    const row = {
      id: '=7',
      barcode: ' 28 ',
      old: '29|28',
      code: 'ADT',
      until: '31.3.2027',
      block: 'Fines',
      holds: '5',
    };
    expect(recordOf('patrons', mapping, row)).toEqual({
      record: 'patron',
      websiteId: 37,
      externalId: '=7',
      cardNumber: '28',
      cardNumbers: ['28', '29'],
      category: 'adult',
      expiresOn: '2027-03-31',
      blocked: { reason: 'Fines' },
      holdLimit: 5,
      language: 'fr-CA',
    });
    const empty = { id: '7', barcode: '', old: '', code: 'JUV', until: '', block: 'no', holds: 'many' };
    expect(recordOf('patrons', mapping, empty)).toEqual({
      record: 'patron',
      websiteId: 37,
      externalId: '7',
      category: 'other',
      expiresOn: null,
      blocked: null,
      holdLimit: 'many',
      language: 'fr-CA',
    });
  });

  test('of a patron of Koha, who has chosen no language', () =>
    expect(recordOf('patrons', { lang: 'language' }, { lang: 'default' })).toEqual({
      record: 'patron',
      websiteId: 37,
      language: null,
    }));

  test('of a title', () => {
    const mapping = {
      bib: 'externalId',
      name: 'title',
      isbns: 'isbn',
      by: 'creators',
      and: 'creators',
      type: 'formatClass',
      year: 'publishDate',
      about: 'subjects',
    };
    const row = {
      bib: '12',
      name: 'A Title',
      isbns: '9780306406157; 0306406152',
      by: 'Le Guin, Ursula K.',
      and: 'Doe, J.',
      type: 'eAudiobook',
      year: '1968',
      about: '',
    };
    expect(recordOf('titles', mapping, row)).toEqual({
      record: 'title',
      externalId: '12',
      source: 'library-37',
      title: 'A Title',
      creators: [
        { role: 'Author', name: 'Le Guin, Ursula K.' },
        { role: 'Author', name: 'Doe, J.' },
      ],
      formatClass: 'Audiobook',
      publishDate: '1968-01-01',
      formats: [
        {
          id: 'audiobook-mp3',
          identifiers: [
            { type: 'ISBN', value: '9780306406157' },
            { type: 'ISBN', value: '0306406152' },
          ],
        },
      ],
    });
  });

  test('of copies', () => {
    const mapping = [
      { column: 'isbn', member: 'isbn' },
      { column: 'n', member: 'copiesOwned' },
      { member: 'collectionId', values: { '*': 'main' } },
    ];
    expect(recordOf('copies', mapping, { isbn: '9780306406157', n: '3' })).toEqual({
      record: 'copies',
      websiteId: 37,
      isbn: '9780306406157',
      copiesOwned: 3,
      collectionId: 'main',
    });
  });

  test.each([
    ['expiresOn', '2027-03-31T00:00:00', '2027-03-31'],
    ['expiresOn', '20270331', '2027-03-31'],
    ['expiresOn', '03/04/2027', '03/04/2027'],
    ['expiresOn:day-first', '03/04/2027', '2027-04-03'],
    ['expiresOn:month-first', '03-04-2027', '2027-03-04'],
    ['expiresOn:month-first', '31/05/2027', '31/05/2027'],
  ])('%s of %s', (member, cell, expiresOn) => {
    expect(recordOf('patrons', { a: member }, { a: cell })).toMatchObject({ expiresOn });
  });
});

test('copies whose title has a number need no ISBN, and are not refused for it', () => {
  const mapping = { id: 'externalId', isbn: 'isbn', n: 'copiesOwned' };
  expect(recordOf('copies', mapping, { id: '7', isbn: '9788807900000', n: '3' })).toEqual({
    ...{ record: 'copies', websiteId: 37, source: 'library-37', externalId: '7', copiesOwned: 3 },
  });
});

test.each([
  ['patrons', '{"a":"colour"}', /^columns\[0\]\.member must be one of patronId, externalId, /],
  [
    'patrons',
    '{"a":"category","b":"category"}',
    /^columns must not have both a is category and b is category: category is of one column\.$/,
  ],
  [
    'patrons',
    '{"a":"expiresOn","b":"expiresOn:day-first"}',
    /both a is expiresOn and b is expiresOn:day-first: expiresOn is of one column/,
  ],
  [
    'patrons',
    '[{"column":"a","member":"cardNumber"},{"member":"externalId:and-cardNumber","values":{"*":"1"}}]',
    /both a is cardNumber and every row is externalId:and-cardNumber: cardNumber is of one column/,
  ],
  [
    'patrons',
    '[{"column":"a","member":"cardNumbers"},{"column":"a","member":"cardNumbers"}]',
    /cardNumbers is of each column once/,
  ],
  ['patrons', '{"a":"pin","a":"pin"}', /^The mapping has the same member twice in one object\.$/],
  ['copies', '[{"column":"a","member":"isbn","values":{"x":1}}]', /^columns\[0\]\.values\.x must be text/],
  ['copies', '7', /^columns must be a list of at most 600\.$/],
] as const)('a mapping of %s is refused: %s', (kind, content, problem) => {
  expect(() => readMappingFile(kind, content)).toThrow(problem);
});

test('a mapping is read as the service answers it', () => {
  const columns = [{ column: 'columns', member: 'externalId' }];
  const read = readMappingFile('patrons', JSON.stringify(columns));
  expect(readMappingFile('patrons', JSON.stringify({ columns: read }))).toEqual(read);
  // A column of that name.
  expect(readMappingFile('patrons', '{"columns": "externalId"}')).toEqual(read);
});
