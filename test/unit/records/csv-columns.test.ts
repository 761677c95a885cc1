import { Readable } from 'node:stream';
import { chooseMapping, guessMapping } from '../../../src/records/csv/csv-columns.js';
import { readHead } from '../../../src/records/csv/csv-head.js';
import { headerProblem, readMapping } from '../../../src/records/csv/csv-mapping.js';
import type { CsvKind } from '../../../src/records/csv/csv-members.js';
import type { Line } from '../../../src/records/engine/lines.js';
import { csvFileOf } from '../../support/csv-file.js';
import { ILS_FILES } from '../../support/ils-files.js';

/** What each row becomes: a record, or why it is none. */
async function rowsOf(kind: CsvKind, content: string | Buffer): Promise<unknown[]> {
  const file = await csvFileOf(kind, () => Readable.from([Buffer.from(content)]));
  const lines = (await Readable.from(file.lines()).toArray()) as Line[];
  return lines.map((line) => ('text' in line ? JSON.parse(line.text || 'null') : line.rejection) as unknown);
}

test.each(Object.entries(ILS_FILES))('a list of %s comes in as it is', async (_, { kind, text, records }) => {
  expect(await rowsOf(kind, text)).toMatchObject(records);
});

/** The members of columns whose names are without their spaces. */
function membersOf(kind: CsvKind, header: string, ...rows: string[]): string {
  const split = (line: string): string[] => line.split(' ').map((each) => each.replaceAll('_', ' '));
  const columns = split(header);
  const { mapping } = guessMapping(kind, { columns, rows: rows.map(split) });
  return columns.map((name) => mapping.find(({ column }) => column === name)?.member ?? '-').join(' ');
}

test.each<[string, CsvKind, string, string]>([
  [
    'Symphony with its keys',
    'patrons',
    'USER_KEY USER_ID USER_PROFILE USER_PRIV_EXPIRES USER_PIN',
    'externalId cardNumber category expiresOn pin',
  ],
  [
    'Evergreen’s table',
    'patrons',
    'usr_id barcode profile expire_date active barred',
    'externalId cardNumber category expiresOn blocked:unless-active blocked',
  ],
  [
    'Evergreen’s reports',
    'patrons',
    'User_ID Current_Library_Card Main_(Profile)_Permission_Group Privilege_Expiration_Date Active Barred',
    'externalId cardNumber category expiresOn blocked:unless-active blocked',
  ],
  ['Sierra’s other name', 'patrons', 'P_RECORD P_BARCODE', 'externalId cardNumber'],
  ['Koha without a card', 'patrons', 'borrowernumber userid', 'externalId -'],
  [
    'Koha’s titles',
    'titles',
    'biblionumber isbn title author itemtype copyrightdate',
    'externalId isbn title creators formatClass publishDate',
  ],
  ['a list made from MARC', 'titles', '001 245$a 006 020$a', 'externalId title formatClass isbn'],
  [
    'German, but for the number',
    'patrons',
    'Benutzernummer Ausweisnummer Benutzergruppe Gültig_bis Sperrgrund',
    '- cardNumber category expiresOn blocked',
  ],
  [
    'French',
    'patrons',
    "Numéro_de_carte Catégorie Date_d'expiration Suspendu",
    'cardNumber category expiresOn blocked',
  ],
  ['French, in short', 'patrons', 'N°_de_carte Catégorie', 'cardNumber category'],
  ['Spanish, in short', 'patrons', 'N.º_de_carné Categoría', 'cardNumber category'],
  ['Dutch', 'patrons', 'Pasnummer Categorie Einddatum Geblokkeerd', 'cardNumber category expiresOn blocked'],
  ['Japanese', 'patrons', 'カード番号 利用者区分 有効期限', 'cardNumber category expiresOn'],
  ['units of a marketplace', 'copies', 'ISBN Collection Units_Owned', 'isbn collectionId copiesOwned'],
  ['copies of the only collection', 'copies', 'ISBN Copies', 'isbn copiesOwned'],
  ['a list of licenses', 'copies', 'ISBN Collection Licenses Price', 'isbn collectionId copiesOwned -'],
  ['Koha’s items', 'copies', 'biblionumber ccode collection copies', 'externalId collectionId - copiesOwned'],
  ['Holdfast itself', 'patrons', 'patronId cardNumber category', 'patronId cardNumber category'],
])('columns are known: %s', (_, kind, columns, members) => {
  expect(membersOf(kind, columns)).toBe(members);
});

test('an empty column is no number, and FOLIO’s own number is no card', () => {
  const uuid = '1ad737b0-d847-11e6-bf26-cec0c932ce01';
  expect(membersOf('patrons', 'User_id External_system_id Active', `${uuid} - true`)).toBe(
    'externalId - blocked:unless-active',
  );
  expect(membersOf('patrons', 'User_id Barcode', `${uuid} 28`)).toBe('externalId cardNumber');
});

const columnsOf = (header: string, ...rows: string[]) => ({
  columns: header.split(','),
  rows: rows.map((row) => row.split(',')),
});

describe('what nobody can tell is asked:', () => {
  test('two columns that could both be the card, unless they are the same', () => {
    const tied = guessMapping('patrons', columnsOf('patronId,Barcode,Card number', '1,28,29'));
    expect(tied.questions).toEqual([
      'has "Barcode" and "Card number", which could both be cardNumber: say which one is',
    ]);
    expect(tied.mapping.map(({ member }) => member)).toEqual(['patronId']);
    expect(guessMapping('patrons', columnsOf('patronId,Barcode,Card number', '1,28,28')).questions).toEqual(
      [],
    );
  });

  test.each([
    ['31/12/2026', '01/02/2027', 'expiresOn:day-first', 0],
    ['12-31-2026', '01-02-2027', 'expiresOn:month-first', 0],
    ['12/31/26', '1/2/27', 'expiresOn:month-first', 0],
    ['01/02/2027', '03/04/2027', 'expiresOn', 1],
    ['31/12/2026', '12/31/2026', 'expiresOn', 1],
    ['2026/12/31', '31-Dec-2026', 'expiresOn', 0],
    ['01/01/2027', '', 'expiresOn', 0],
  ])('whether the day is first, where %s and %s do not tell', (one, two, member, questions) => {
    const chosen = guessMapping('patrons', columnsOf('borrowernumber,expires', `1,${one}`, `2,${two}`));
    expect(chosen.mapping.at(-1)?.member).toBe(member);
    expect(chosen.questions).toHaveLength(questions);
  });
});

test.each([
  ['28000000771,Okafor,PT'],
  ['K-1001;Okafor;main'],
  ['Okafor;n@harbour.example'],
  ['Okafor,adult,31.12.2027'],
  ['1001,Okafor,Active'],
  ['A-1,A-1001,BARCODE,UG,2027-12-31Z,ACTIVE'],
])('the first row is a patron, and no header: %s', async (row) => {
  expect(await rowsOf('patrons', `${row}\n${row}\n`)).toEqual([
    expect.stringMatching(/^has values, such as a day, .*: put a row with the names above it$/),
  ]);
});

test.each(['Nummer;Gruppe', 'col1,col2', '1,2,3', '001\t007\t245$a', 'Jahr 2026;Name'])(
  'a header of names that nobody knows is one: %s',
  async (row) => {
    const head = await readHead(Readable.from([Buffer.from(`${row}\n`)]), {
      kind: 'patrons',
      encoding: undefined,
    });
    expect(head.columns).not.toEqual([]);
  },
);

test('a separator at the end of each row, but for the header, is none; cells in single quotes are refused', async () => {
  const record = { record: 'patron', websiteId: 37, externalId: '51', category: 'AD' };
  expect(await rowsOf('patrons', 'borrowernumber;category\n51;AD;\n51;AD;;\n')).toEqual([record, record]);
  expect(await rowsOf('patrons', "'borrowernumber','category'\n'51','AD'\n")).toEqual([
    'has its cells in single quotes: export the list with double quotes, or without',
  ]);
});

test('names above rows that look like names are the header', async () => {
  const rows = 'user.primary_id,user.id_type,user.expiry,user.status\nA-1001,BARCODE,2027-12-31Z,ACTIVE\n';
  const head = await readHead(Readable.from([Buffer.from(rows)]), { kind: 'patrons', encoding: undefined });
  expect(head.row).toBe(1);
});

test('a kept mapping is of another list, if this one calls the card otherwise', () => {
  const kept = guessMapping('patrons', columnsOf('Patron ID,Barcode,Permission Group')).mapping;
  const chosen = chooseMapping('patrons', columnsOf('Patron ID,Patron barcode,Patron code'), kept).mapping;
  expect(chosen.map(({ column }) => column)).toEqual(['Patron ID', 'Patron barcode', 'Patron code']);
  const { mapping } = chooseMapping('patrons', columnsOf('Patron ID,Permission Group,Email'), kept);
  expect(mapping).toBe(kept);
});

test('a list whose days come in another order than in the one before is not read by its mapping', () => {
  const kept = readMapping('patrons', [
    { column: 'k', member: 'externalId' },
    { column: 'end', member: 'expiresOn:month-first' },
  ]);
  const questions = (...days: string[]): readonly string[] =>
    chooseMapping('patrons', columnsOf('k,end', ...days.map((day) => `1,${day}`)), kept).questions;
  expect(questions('31-12-27', '05-06-28')).toEqual([
    'has days in "end" that are day-first, and the mapping that is kept says expiresOn:month-first: change it, or the file',
  ]);
  expect(questions('12-31-27', '05-06-28', '31-12-27')).toEqual([]);
  expect(questions('05-06-28')).toEqual([]);
});

test('a mapping of one column answers a question; the others are what they most likely are', () => {
  const list = columnsOf('borrowernumber,cardnumber,categorycode,dateexpiry', '1,C1,PT,01/02/2027');
  const answer = readMapping('patrons', [{ column: 'dateexpiry', member: 'expiresOn:day-first' }]);
  expect(guessMapping('patrons', list).questions).toHaveLength(1);
  const { mapping, questions } = chooseMapping('patrons', list, answer);
  expect(questions).toEqual([]);
  expect(mapping.map(({ member }) => member)).toEqual([
    'expiresOn:day-first',
    'externalId',
    'cardNumber',
    'category',
  ]);
});

test('so does the number of a patron, which is all that each row needs', () => {
  const list = columnsOf('Lesernummer,cardnumber,categorycode', '1,C1,PT');
  const { mapping } = chooseMapping(
    'patrons',
    list,
    readMapping('patrons', [{ column: 'Lesernummer', member: 'externalId' }]),
  );
  expect(mapping.map(({ member }) => member)).toEqual(['externalId', 'cardNumber', 'category']);
});

test('the kept mapping is used while the file has its columns', () => {
  const kept = readMapping('patrons', [{ column: 'number', member: 'externalId' }]);
  expect(chooseMapping('patrons', columnsOf('number,borrowernumber'), kept).mapping).toEqual(kept);
  expect(chooseMapping('patrons', columnsOf('borrowernumber'), kept).mapping).toMatchObject([
    { column: 'borrowernumber' },
  ]);
});

test('titles need a name, a class of format and an identifier', () => {
  const columns = ['title', 'format', 'isbn'];
  const problem = (...left: string[]): string | undefined =>
    headerProblem('titles', guessMapping('titles', { columns: left, rows: [] }).mapping, left);
  expect(problem(...columns)).toBeUndefined();
  expect(columns.map((column) => problem(...columns.filter((each) => each !== column)))).toEqual([
    'has no column for title: say which one it is',
    'has no column for formatClass: say which one it is, or what it is in every row',
    'has no column for reserveId or externalId or isbn: say which one it is',
  ]);
});

describe('above and in the header', () => {
  const record = { externalId: '0012346', cardNumber: '28', category: 'Schüler' };
  test.each([
    [
      'titles stand above it',
      'Patrons of Harbour Library\n\nMade on,1 March 2026\nborrowernumber,barcode,category\n0012346,28,Schüler\n',
    ],
    ['Excel is told the separator', 'sep=;\nborrowernumber;barcode;category\n0012346;28;Schüler\n'],
    ['cells are separated by bars', 'borrowernumber|barcode|category\n0012346|28|Schüler\n'],
    ['zeros are kept by a formula', 'borrowernumber,barcode,category\n="0012346",28,Schüler\n'],
    [
      'nobody sees some characters',
      'borrowernumber,\u200bbarcode,category\n0012346,\u00a028\u200b,Schüler\u200e\n',
    ],
    [
      'a Mac has put accents beside their letters',
      'borrowernumber,barcode,category\n0012346,28,Schu\u0308ler\n',
    ],
  ])('%s', async (_, text) => {
    expect((await rowsOf('patrons', text)).at(-1)).toMatchObject(record);
  });

  test('a header with names that nobody knows is the first wide row', async () => {
    const text = 'Unsere Leser\n\nNummer;Gruppe;Ort\n1;A;\n';
    const head = await readHead(Readable.from([Buffer.from(text)]), { kind: 'patrons', encoding: undefined });
    expect([head.row, head.columns]).toEqual([3, ['Nummer', 'Gruppe', 'Ort']]);
  });
});
