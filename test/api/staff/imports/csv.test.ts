import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { verifyPin } from '../../../../src/access/sign-in/pin.js';
import {
  findRejections,
  recordProgress,
  startRun,
} from '../../../../src/records/engine/import-runs.store.js';
import { expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { Gaps } from '../../../support/gaps.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';
import { reserveIdOf } from '../../../support/records.js';
import { addMachine } from '../../../support/staff/staff-members.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import type { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

/** No other test's patron or title has this number. */
const own = (number: number): number => library.websiteId * 1_000 + number;

/** Of the thread's own time. It is below 25 on an idle machine, and was 700. */
const MAX_GAP_MS = 100;

const MAPPING = [
  { column: 'Nr', member: 'patronId' },
  { column: 'Karte', member: 'cardNumber' },
  { column: 'Kennwort', member: 'pin' },
  { column: 'Gruppe', member: 'category', values: { ADT: 'adult' } },
];

type Report = Readonly<Record<string, unknown>>;

async function imported(...given: Parameters<OperatorClient['importCsv']>): Promise<Report> {
  const { importId } = (await mustSucceed(operator.importCsv(...given))).body as { importId: string };
  const report = async (): Promise<Report> =>
    (await mustSucceed(operator.imports(library.websiteId, `/${importId}`))).body as Report;
  await eventually(async () => expect((await report()).ended).not.toBeNull());
  return report();
}

const rejectionsOf = async ({ importId }: Report): Promise<unknown> =>
  (await mustSucceed(operator.imports(library.websiteId, `/${String(importId)}/rejections`))).body.rejections;

test('patrons come by the mapping that the library has, twice without a difference', async () => {
  const { websiteId } = library;
  expect((await operator.csvMapping(websiteId, 'patrons')).body).toEqual({ columns: [] });
  expect((await operator.changeCsvMapping(websiteId, 'patrons', MAPPING)).status).toBe(204);
  expect((await operator.csvMapping(websiteId, 'patrons')).body).toEqual({
    columns: MAPPING.map((each) => ({ values: {}, ...each })),
  });
  const rows = `Nr;Karte;Kennwort;Gruppe\n${own(1)};Zoë 1;2468;ADT\n;;;\n${own(2)};Zoë 1;no-PIN-kept;ADT\nx;;;ADT\n`;
  const bytes = Buffer.from(rows, 'latin1');
  for (let time = 1; time <= 2; time++) {
    const report = await imported(websiteId, 'patrons', Uint8Array.from(gzipSync(bytes)));
    expect(report).toMatchObject({ state: 'done', applied: 1, rejected: 2, fileName: 'patrons.csv' });
    expect(report.bytesDone).toBe(report.bytes);
    expect(await rejectionsOf(report)).toEqual([
      { line: 4, message: 'cardNumber is already the card of another patron' },
      { line: 5, message: 'patronId must be a whole number from 1 to 2147483647' },
    ]);
  }
  expect(await tablesWith(library.service.database, 'no-PIN-kept')).toEqual([]);
});

test('telephone numbers come from a column that is named as such, with their country alone', async () => {
  const phones = [
    ...['+4915120099911', "'+49 (1512) 009-9912", '', 'n/a'],
    ...['015120099913', '004915120099914', '4915120099915', '4,91512E+12', '+4915120099916 / +4915120099917'],
    ...['＋4915120099918', '+٤٩١٥١٢٠٠٩٩٩١٩', `+49${'1'.repeat(200)}`],
  ];
  const rows = phones.map((phone, index) => `${own(101 + index)};adult;${phone}\n`).join('');
  // What systems call so are numbers of any kind: nobody takes them for confirmed.
  expect(
    await imported(library.websiteId, 'patrons', `patronId;category;phone\n${own(100)};adult;0151\n`),
  ).toMatchObject({ applied: 1, rejected: 0 });
  const mapping = [
    { column: 'Nr', member: 'patronId' },
    { column: 'Gruppe', member: 'category' },
    { column: 'Handy', member: 'phone:confirmed' },
  ];
  await mustSucceed(operator.changeCsvMapping(library.websiteId, 'patrons', mapping));
  const report = await imported(library.websiteId, 'patrons', `Nr;Gruppe;Handy\n${rows}`);
  expect(report).toMatchObject({ applied: 4, rejected: 8 });
  const message =
    'phone must be a telephone number with a plus and the code of its country, like +14155550123';
  expect(await rejectionsOf(report)).toEqual(
    phones.slice(4).map((_, index) => ({ line: 6 + index, message })),
  );
  const { prisma } = library.service.database;
  const kept = await prisma.patron.findMany({
    where: { websiteId: library.websiteId, patronId: { gte: own(100), lt: own(120) } },
    orderBy: { patronId: 'asc' },
    select: { phone: true },
  });
  expect(kept.map(({ phone }) => phone)).toEqual([null, '+4915120099911', '+4915120099912', null, null]);
});

test('copies come by a guess', async () => {
  const { crossRefId, reserveId } = await library.addTitle();
  const rows = `ReserveID,Collection,Licenses\n${reserveId.toUpperCase()},main,3\n${reserveIdOf(own(9))},main,1\n`;
  expect(await imported(library.websiteId, 'copies', rows)).toMatchObject({ applied: 1, rejected: 1 });
  expect(await library.copiesOf({ reserveId, crossRefId })).toMatchObject({ main: { owned: 3 } });
});

test('single copies are counted together, by whichever number or ISBN of their title each row names it', async () => {
  const { websiteId } = library;
  const reserveId = reserveIdOf(own(8));
  const titles = `guid,isbn,title,itype\n${reserveId},9780306406157|9781861972712,Two ISBNs,eBook\n`;
  expect(await imported(websiteId, 'titles', titles)).toMatchObject({ applied: 1 });
  await operator.changeCsvMapping(websiteId, 'copies', [
    { column: 'guid', member: 'reserveId' },
    { column: 'isbn', member: 'isbn' },
    { column: 'ccode', member: 'collectionId' },
    { column: 'barcode', member: 'copiesOwned:one-per-row' },
  ]);
  const rows = [
    ',9780306406157,MAIN,1',
    ',9781861972712,main,2',
    `${reserveId},,main,3`,
    ',0306406152,main,4',
  ];
  const copies = `guid,isbn,ccode,barcode\n${rows.join('\n')}\n,9791234567896,main,5\n`;
  const report = await imported(websiteId, 'copies', copies);
  expect(report).toMatchObject({ applied: 1, rejected: 1 });
  const isbn = `isbn 9791234567896 is of no title that library ${websiteId} can use`;
  expect(await rejectionsOf(report)).toEqual([{ line: 6, message: isbn }]);
  const { copies: stored } = library.service.database.prisma;
  expect(await stored.findMany({ where: { websiteId, reserveId } })).toMatchObject([{ owned: 4 }]);
});

test.each([
  ['text/csv', 'name\nZoë', 400, /^Row 1 has no column for patronId or externalId: /],
  ['text/csv', 'PK\x03\x04 [Content_Types].xml', 400, /^Row 1 begins an Excel workbook: save it as CSV/],
  ['text/csv', '', 400, /^There is nothing in the file\.$/],
  ['text/csv; charset=none', 'patronId\n1', 415, /^The body must be sent as text\/csv/],
  ['application/json', '{}', 415, /^The body must be sent as text\/csv/],
])('a file that is no list of patrons is refused at once (%s, %j)', async (type, rows, status, message) => {
  const answer = await operator.importCsv(library.websiteId, 'patrons', rows, type);
  expect([answer.status, (answer.body as { message: string }).message]).toEqual([
    status,
    expect.stringMatching(message),
  ]);
});

const TOO_LONG =
  'is longer than 131072 characters: perhaps a quote is never closed. Nothing after it was read';

test.each([
  ['a quote that is never closed', `"${'a,b\n'.repeat(50_000)}`, TOO_LONG],
  ['a row of 140,000 characters', `${'x'.repeat(140_000)},2\n`, TOO_LONG],
  ['a quote that is closed nowhere near the end', '"a,b\n', 'has a quote that is never closed'],
])('%s is told by its row, wherever it is, and what is before it is applied', async (_, rest, message) => {
  for (const before of [0, 1, 900]) {
    const good = Array.from({ length: before }, (_each, index) => `${own(index + 1)},adult\n`).join('');
    const report = await imported(library.websiteId, 'patrons', `patronId,category\n${good}${rest}`);
    expect(report).toMatchObject({ state: 'done', failure: null, applied: before, rejected: 1 });
    expect(await rejectionsOf(report)).toEqual([{ line: before + 2, message }]);
  }
});

test('a PIN that a mapping gives to every row is shown to nobody, and kept with the mapping alone', async () => {
  const { websiteId } = library;
  const { database } = library.service;
  const columns = [
    { column: 'Nr', member: 'patronId', values: {} },
    { column: null, member: 'pin', values: { '*': 'fixed-PIN-8642' } },
    { column: 'Gruppe', member: 'category', values: { ADT: 'adult' } },
  ];
  await mustSucceed(operator.changeCsvMapping(websiteId, 'patrons', columns));
  const shown = (await operator.csvMapping(websiteId, 'patrons')).body as { columns: unknown };
  expect(shown).toEqual({
    columns: columns.map((each) => (each.member === 'pin' ? { ...each, values: { '*': '****' } } : each)),
  });
  await mustSucceed(operator.changeCsvMapping(websiteId, 'patrons', shown.columns));
  const report = await imported(websiteId, 'patrons', `Nr,Gruppe\n${own(1)},ADT\n${own(2)},KID\n`);
  expect(report).toMatchObject({ applied: 1, rejected: 1 });
  expect(await tablesWith(database, 'fixed-PIN-8642')).toEqual(['public.csv_mapping']);
  const { pinHash } = await database.prisma.patron.findFirstOrThrow({
    where: { websiteId, patronId: own(1) },
  });
  expect(await verifyPin('fixed-PIN-8642', pinHash ?? '')).toBe(true);
});

test('rejected rows of 300 columns are written and read without keeping others waiting', async () => {
  const { database } = library.service;
  const rejections = Array.from({ length: 400 }, (_, index) => ({
    line: index + 2,
    message: 'is wrong',
    cells: Array.from({ length: 300 }, () => 'ab'),
  }));
  let longest = Infinity;
  for (let attempt = 0; attempt < 4 && longest >= MAX_GAP_MS; attempt++) {
    const run = { websiteId: library.websiteId, importId: randomUUID() };
    await startRun(database, { ...run, fileName: 'wide.csv', startedBy: 'dora', bytes: 2048 });
    const gaps = new Gaps();
    await recordProgress(database, run, { bytes: 2048, applied: 0, rejected: 400 }, rejections);
    expect(await Readable.from(findRejections(database, run, true)).toArray()).toEqual(rejections);
    await gaps.end();
    longest = Math.min(longest, gaps.longest);
  }
  expect(longest).toBeLessThan(MAX_GAP_MS);
});

test('the hash of a PIN that a mapping gives to every row is shown to nobody', async () => {
  const { websiteId } = library;
  const shownOf = async (): Promise<unknown> =>
    (await operator.csvMapping(websiteId, 'patrons')).body.columns;
  const columns = [{ column: 'Nr', member: 'pinHash', values: { '*': 'e82c4b19b8151ddc25d4d93baf7b908f' } }];
  await mustSucceed(operator.changeCsvMapping(websiteId, 'patrons', columns));
  const shown = await shownOf();
  expect(shown).toEqual([{ ...columns[0], values: { '*': '****' } }]);
  await mustSucceed(operator.changeCsvMapping(websiteId, 'patrons', shown));
  expect(await shownOf()).toEqual(shown);
});

test('a mapping that hides a PIN is refused where none is kept', async () => {
  const hidden = [{ column: null, member: 'pin', values: { '*': '****' } }];
  await mustSucceed(operator.changeCsvMapping(library.websiteId, 'patrons', []));
  expectRefusal(
    await operator.changeCsvMapping(library.websiteId, 'patrons', hidden),
    'InvalidFieldValue',
    'In values of pin, **** stands for PINs that are kept here: give the PINs.',
  );
});

test('a mapping that cannot be one is refused', async () => {
  const change = (columns: unknown) => operator.changeCsvMapping(library.websiteId, 'copies', columns);
  expectRefusal(await change([{ column: 'a', member: 'pin' }]), 'InvalidFieldValue');
  expect((await operator.csvMapping(library.websiteId, 'loans')).status).toBe(404);
});

test('rows are for the roles that may import them', async () => {
  const token = await addMachine(
    library.service,
    `buyer-${library.websiteId}`,
    ['collections'],
    library.websiteId,
  );
  const buyer = new OperatorClient(library.service.url, token);
  expect((await buyer.importCsv(library.websiteId, 'patrons', 'patronId\n1')).status).toBe(403);
  expect((await buyer.changeCsvMapping(library.websiteId, 'patrons', MAPPING)).status).toBe(403);
  expect((await buyer.importCsv(library.websiteId, 'titles', 'title,format,isbn\nA,eBook,1')).status).toBe(
    403,
  );
  expect((await buyer.changeCsvMapping(library.websiteId, 'copies', [])).status).toBe(204);
});

test('a file of Koha comes by its own names: patrons, titles and copies, twice without a difference', async () => {
  const { websiteId } = library;
  const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));
  const effects = (added: number, unchanged: number): object => ({
    added,
    changed: 0,
    unchanged,
    removed: 0,
    merged: 0,
  });
  const files: [string, string][] = [
    [
      'patrons',
      `borrowernumber;cardnumber;categorycode;password;dateexpiry\nk1;KÖ-1;adult;2468;2099-12-31\nk2;KÖ-2;adult;1357;\n`,
    ],
    ['titles', `isbn;title;author;itemtype\n978-3-16-148410-0;Überfahrt;Groß, Zoë;eBook\n`],
    ['copies', `isbn;ccode;copies\n316148410X;main;3\n`],
  ];
  const added: Readonly<Record<string, number>> = { patrons: 2, titles: 1, copies: 1 };
  for (const time of [1, 2])
    for (const [kind, rows] of files) {
      const number = added[kind] ?? 0;
      const tried = await imported(websiteId, kind, latin1(rows), 'text/csv', '?dryRun=true');
      expect(tried).toMatchObject({ dryRun: true, state: 'done', applied: number, rejected: 0 });
      const done = await imported(websiteId, kind, latin1(rows));
      expect(done).toMatchObject({ dryRun: false, applied: number, rejected: 0, pinsRemoved: 0 });
      expect(done.effects).toEqual(time === 1 ? effects(number, 0) : effects(0, number));
      expect(tried.effects).toEqual(done.effects);
    }
  // Without their column, PINs stay.
  const withoutPins = `borrowernumber;cardnumber;categorycode\nk1;KÖ-1;adult\n`;
  const kept = await imported(websiteId, 'patrons', latin1(withoutPins));
  expect(kept).toMatchObject({ applied: 1, pinsRemoved: 0, effects: effects(0, 1) });

  const whole = await imported(websiteId, 'patrons', latin1(withoutPins), 'text/csv', '?full=patrons');
  expect(whole).toMatchObject({ wholeList: 'patrons', notInFile: { ended: 0 } });
  expectRefusal(
    await operator.importCsv(websiteId, 'titles', 'title\n', 'text/csv', '?full=patrons'),
    'InvalidFieldValue',
  );
});
