import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { ILS_FILES } from '../../../support/ils-files.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { runImportCommand, useImportCommand } from '../../../support/runs/import-command.js';
import type { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let operator: OperatorClient;
let staff: ConsoleClient;
let folder: string;
useImportCommand((opened, made) => {
  [library, folder] = [opened, made];
});
beforeAll(async () => {
  staff = await ConsoleClient.signIn(library);
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

async function ended(importId: string): Promise<Report> {
  const report = async (): Promise<Report> =>
    (await mustSucceed(operator.imports(library.websiteId, `/${importId}`))).body as Report;
  await eventually(async () => expect((await report()).ended).not.toBeNull());
  return report();
}

async function imported(kind: string, rows: string, query = ''): Promise<Report> {
  const { body } = await mustSucceed(operator.importCsv(library.websiteId, kind, rows, 'text/csv', query));
  return ended((body as { importId: string }).importId);
}

const page = (): string => `/console/libraries/${library.websiteId}/imports`;

/** @returns the address of the page that asks what its columns are */
async function uploaded(desk: ConsoleClient, kind: string, rows: string): Promise<string> {
  const body = new FormData();
  body.append('content', kind);
  body.append('file', new Blob([rows]), 'list.csv');
  const answer = await desk.send(page(), { method: 'POST', body });
  return answer.headers.get('location') ?? '';
}

/** Somebody who presses the button without a change. */
async function importedByConsole(desk: ConsoleClient, kind: string, rows: string): Promise<Report> {
  const address = await uploaded(desk, kind, rows);
  const { html } = await desk.get(address);
  const controls = html.matchAll(/<select[^>]* name="(column\d+)".*?<\/select>/gs);
  const chosen = [...controls].flatMap(([control, name = '']) => {
    const [, member] = /<option value="([^"]+)" selected/.exec(control) ?? [];
    return member === undefined ? [] : [[name, member]];
  });
  await desk.submit(`${address}/columns`, { ...Object.fromEntries(chosen), action: 'import' });
  return ended(address.slice(address.lastIndexOf('/') + 1));
}

test.each(Object.entries(ILS_FILES))(
  'a list of %s comes in by the API, and without a difference by the command and by the console',
  async (name, { kind, text, records }) => {
    const rows = records.length;
    const effects = { added: rows, changed: 0, unchanged: 0, removed: 0 };
    const first = await imported(kind, text);
    expect(first).toMatchObject({ state: 'done', applied: rows, rejected: 0, effects });
    expect(first.pinsKept).toBe(name === 'Koha' ? 1 : 0);

    const file = join(folder, `${name}.csv`);
    writeFileSync(file, text);
    const options = ['--library', String(library.websiteId), '--kind', kind];
    expect((await runImportCommand(file, ...options)).output).toContain(
      `${rows} applied, 0 rejected\nOf those applied: 0 added, 0 changed, ${rows} as before, 0 removed.\n`,
    );
    const last = await importedByConsole(staff, kind, text);
    // What all libraries share is for the installation, and the console is a library's.
    const own = name === 'Marketplace' ? 0 : rows;
    expect(last).toMatchObject({ applied: own, effects: { ...effects, added: 0, unchanged: own } });
    expect(last.columns).toEqual(first.columns);
  },
);

const patrons = (numbers: number, ...cells: string[]): string =>
  Array.from({ length: numbers }, (_, at) => [`stop-${at}`, 'adult', ...cells].join(',')).join('\n');

test.each([
  ['be blocked', 'mblock', 'p'],
  ['be expired', 'expires', '2001-01-31'],
  ['have the same PIN', 'pin', '1234'],
  ['have the same PIN', 'pinHash', '$2a$08$N9qo8uLOickgx2ZMRZoMye1SSm7EI5V2qm0JYj5pM1tnES3KTZwO6'],
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

test('days that nobody can read are rejected with the reason, and are none that are over', async () => {
  const rows = `borrowernumber,category,expires\n${patrons(10, '12/2027')}\n`;
  expect(await imported('patrons', rows)).toMatchObject({ state: 'done', applied: 0, rejected: 10 });
});

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

  const { text, html } = await staff.get(await uploaded(staff, 'patrons', TIED));
  expect(text).toContain(`The file has ${QUESTION.replace('cardNumber', '“Card number”')}`);
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
