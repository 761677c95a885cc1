import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { ILS_FILES } from '../../../support/ils-files.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  operator = new OperatorClient(library.service.url);
  const categories = ['PT', 'K', 'Patrons', '0', '3', 'Adult', 'ADULT', 'staff', 'UG'];
  const { websiteId } = library;
  await library.import(
    ...categories.map(
      (category) => ({ record: 'category', websiteId, category, collections: ['main'] }) as const,
    ),
  );
});

type Report = Readonly<Record<string, unknown>>;

async function imported(kind: string, rows: string, query = ''): Promise<Report> {
  const { websiteId } = library;
  const { importId } = (await mustSucceed(operator.importCsv(websiteId, kind, rows, 'text/csv', query)))
    .body as { importId: string };
  const report = async (): Promise<Report> =>
    (await mustSucceed(operator.imports(websiteId, `/${importId}`))).body as Report;
  await eventually(async () => expect((await report()).ended).not.toBeNull());
  return report();
}

test.each(Object.entries(ILS_FILES))(
  'a list of %s comes in twice, the second time without a difference',
  async (name, file) => {
    const rows = file.records.length;
    const effects = { added: rows, changed: 0, unchanged: 0, removed: 0 };
    const first = await imported(file.kind, file.text);
    expect(first).toMatchObject({ state: 'done', applied: rows, rejected: 0, effects });
    expect(first.pinsKept).toBe(name === 'Koha' ? 2 : 0);
    const second = await imported(file.kind, file.text);
    expect(second).toMatchObject({ applied: rows, effects: { ...effects, added: 0, unchanged: rows } });
  },
);

const patrons = (numbers: number, ...cells: string[]): string =>
  Array.from({ length: numbers }, (_, at) => [`stop-${at}`, 'adult', ...cells].join(',')).join('\n');

test.each([
  ['be blocked', 'mblock', 'p'],
  ['be expired', 'expires', '2001-01-31'],
  ['have the same PIN', 'pin', '1234'],
])(
  'a list by which most patrons would %s stops, unless that is said to be right',
  async (what, column, cell) => {
    const rows = `borrowernumber,category,${column}\n${patrons(10, cell)}\n`;
    const stopped = await imported('patrons', rows);
    expect(stopped).toMatchObject({ state: 'failed', applied: 0, rejected: 0 });
    expect(stopped.failure).toBe(
      `Of the 10 patrons in the file, 10 would ${what}. If that is right, import it again and say so.`,
    );
    expect(await imported('patrons', rows, '?force=true')).toMatchObject({ state: 'done', applied: 10 });
  },
);

test('the columns that were chosen are told', async () => {
  const report = await imported('patrons', 'borrowernumber,barcode,userid,category\ntold-1,T1,ada,adult\n');
  expect(report.columns).toEqual([
    { column: 'borrowernumber', member: 'externalId' },
    { column: 'barcode', member: 'cardNumber' },
    { column: 'category', member: 'category' },
  ]);
});

const TIED = 'borrowernumber,Barcode,Card number,category\ntied-1,T2,T3,adult\n';
const QUESTION = '"Barcode" and "Card number", which could both be cardNumber: say which one is.';

test('which of two columns is the card is asked, by the API and the console', async () => {
  const answer = await operator.importCsv(library.websiteId, 'patrons', TIED);
  expect([answer.status, answer.body]).toMatchObject([400, { message: `Row 1 has ${QUESTION}` }]);

  const desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
  const body = new FormData();
  body.append('content', 'patrons');
  body.append('file', new Blob([TIED]), 'patrons.csv');
  const sent = await desk.send(`/console/libraries/${library.websiteId}/imports`, { method: 'POST', body });
  const { text, html } = await desk.get(sent.headers.get('location') ?? '');
  expect(text).toContain(`The file has ${QUESTION}`);
  expect(html).toMatch(/>Barcode<\/label><select[^>]*><option value selected/);
});

test('an empty cell ends a block and an end', async () => {
  const { websiteId } = library;
  const row = (expires: string, block: string): string =>
    `borrowernumber,category,expires,blocked\nends-1,adult,${expires},${block}\n`;
  const stored = (): Promise<unknown> =>
    library.service.database.prisma.patron.findFirst({ where: { websiteId, externalId: 'ends-1' } });
  await imported('patrons', row('2099-12-31', 'Fines'));
  expect(await stored()).toMatchObject({ blockedReason: 'Fines' });
  await imported('patrons', row('', ''));
  expect(await stored()).toMatchObject({ blockedReason: null, expiresOn: null });
});
