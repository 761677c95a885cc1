import { verifyPin } from '../../../../src/access/sign-in/pin.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { forgetRejectedRows } from '../../../../src/records/csv/csv-runs.store.js';
import { purgeImportRuns } from '../../../../src/records/engine/import-runs.store.js';
import { mustSucceed } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { ConsoleClient } from '../../../support/console/console-client.js';
import { OperatorClient } from '../../../support/operator/operator-client.js';
import { holdConnection } from '../../../support/requests/held-connections.js';
import { tablesWith } from '../../../support/stored/stored-text.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let imports: string;
let desk: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  imports = `/console/libraries/${library.websiteId}/imports`;
  desk = await ConsoleClient.signIn(library, 'dora', ['desk']);
});

async function upload(rows: string | Uint8Array<ArrayBuffer>, client = desk): Promise<Response> {
  const body = new FormData();
  body.append('content', 'patrons');
  body.append('encoding', '');
  body.append('file', new Blob([rows]), 'Leser.csv');
  return client.send(imports, { method: 'POST', body });
}

async function waitingFor(rows: string): Promise<string> {
  const answer = await upload(rows);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

const own = (number: number): number => library.websiteId * 1_000 + number;
const rows = (): string =>
  `Nummer;barcode;pin;Gruppe\n${own(1)};CSV-CARD-1;2468;ADT\n${own(2)};=CSV-CARD-2;1357;\nx;CSV-CARD-3;9999;KID\n`;
const CHOSEN = { column0: 'patronId', column1: 'cardNumber', column2: 'pin', column3: 'category' };

test('staff see the first rows under their headings, say what the columns are, and get the rejected rows back', async () => {
  const address = await waitingFor(rows());
  const first = await desk.get(address);
  expect(first.text).toContain('Nothing has changed yet.');
  expect(first.html).toMatch(
    /<label for="field-column1">barcode<\/label>[^]*?<option value="cardNumber" selected/,
  );
  expect(first.text).toContain('CSV-CARD-1 •••');
  expect((await desk.get(imports)).text).toContain('Leser.csv Waits for its columns');

  const incomplete = await desk.submit(`${address}/columns`, { action: 'import', column3: 'category' });
  expect([incomplete.status, incomplete.text]).toEqual([
    422,
    expect.stringContaining(
      'The file has no column for “Number here” or “Number in your system”: say which one it is.',
    ),
  ]);
  const shown = await desk.submit(`${address}/columns`, {
    ...CHOSEN,
    action: 'show',
    'values-category': 'ADT = adult\r\n* = adult',
  });
  expect(shown.text).toContain(`Good ${own(1)} CSV-CARD-1 ••• ADT becomes adult`);
  expect(shown.text).toContain('Would be rejected x Must be a whole number from 1 to 2147483647. CSV-CARD-3');
  expect(await tablesWith(library.service.database, 'CSV-CARD-1')).toEqual(['public.import_run']);

  await desk.submit(`${address}/columns`, {
    ...CHOSEN,
    action: 'import',
    'values-category': 'ADT = adult\r\n* = adult',
  });
  await eventually(async () =>
    expect((await desk.get(address)).text).toContain('Some lines were rejected. The others were applied.'),
  );
  const { html } = await desk.get(`${address}/rejections.csv`);
  expect(html).toBe(
    'Row,Reason,Nummer,barcode,pin,Gruppe\r\n' +
      '4,patronId must be a whole number from 1 to 2147483647,x,CSV-CARD-3,,KID\r\n',
  );
  expect(await tablesWith(library.service.database, 'CSV-CARD-1')).toEqual(['public.patron']);

  const next = await waitingFor(rows());
  expect((await desk.get(next)).html).toMatch(/>Nummer<[^]*?<option value="patronId" selected/);
  const cancelled = await desk.submit(`${next}/columns`, { action: 'cancel' });
  expect(cancelled.text).toContain('Nothing was imported.');
  expect((await desk.get(next)).status).toBe(404);
});

test('what is in a column that is not imported is kept nowhere', async () => {
  const { database } = library.service;
  const secret = (row: number): string => `secret-of-row-${row}`;
  const header = 'Nummer;Kennwort;Gruppe';
  const address = await waitingFor(
    `${header}\n${own(81)};${secret(2)};adult\n${own(82)};${secret(3)};nobody\n${own(83)};${secret(4)};x;${secret(4)}\n`,
  );
  const keptIn = async (): Promise<string[]> =>
    (await Promise.all([2, 3, 4].map((row) => tablesWith(database, secret(row))))).flat();
  expect(await keptIn()).toEqual([]);
  const chosen = { column0: 'patronId', column2: 'category' };
  const shown = await desk.submit(`${address}/columns`, { ...chosen, action: 'show' });
  expect(shown.text).toContain(`Good ${own(81)} adult`);
  expect(shown.text).toContain(`Would be rejected ${own(82)} nobody Is unknown here.`);
  expect(await keptIn()).toEqual([]);
  await desk.submit(`${address}/columns`, { ...chosen, action: 'import' });
  await eventually(async () => expect((await desk.get(address)).text).toContain('Some lines were rejected.'));
  const { html } = await desk.get(`${address}/rejections.csv`);
  expect(html.split('\r\n')).toEqual([
    'Row,Reason,Nummer,Gruppe',
    expect.stringMatching(`^3,.*,${own(82)},nobody$`),
    '4,"has 4 cells, and the header 3",,',
    '',
  ]);
  expect(await keptIn()).toEqual([]);
});

test('a file can be tried: the page says what would change, and nothing stays but the choice for the next form', async () => {
  const tried = `patronId;Gruppe\n${own(61)};adult\n${own(62)};nobody\n`;
  const mapping = async (): Promise<unknown> =>
    (await new OperatorClient(library.service.url).csvMapping(library.websiteId, 'patrons')).body;
  const before = await mapping();
  const address = await waitingFor(tried);
  await desk.submit(`${address}/columns`, {
    ...{ action: 'try', whole: 'yes', forced: 'yes', column0: 'patronId', column1: 'category' },
  });
  await eventually(async () =>
    expect((await desk.get(address)).text).toContain('Tried: nothing has changed'),
  );
  const { text } = await desk.get(address);
  expect(text).toContain('Nothing has changed. All but the rejected lines would be applied.');
  expect(text).toContain('Added 1');
  expect(text).toMatch(/Not in the file [\d,]+ of [\d,]+ patrons\. [\d,]+ would expire\./);
  expect((await desk.get(`/console/libraries/${library.websiteId}/patrons/${own(61)}`)).status).toBe(404);
  expect(await mapping()).toEqual(before);
  const next = await waitingFor(tried);
  expect((await desk.get(next)).html).toMatch(/>Gruppe<[^]*?<option value="category" selected/);
  await desk.submit(`${next}/columns`, { action: 'cancel' });
});

test('what was tried is imported without another upload, once', async () => {
  const address = await waitingFor(`patronId;Gruppe\n${own(65)};adult\n${own(66)};nobody\n`);
  await desk.submit(`${address}/columns`, { action: 'try', column0: 'patronId', column1: 'category' });
  await eventually(async () =>
    expect((await desk.get(address)).text).toContain('Import the rows that were tried'),
  );
  await desk.submit(`${address}/columns`, { action: 'import-tried' });
  await eventually(async () =>
    expect((await desk.get(address)).text).toContain('Some lines were rejected. The others were applied.'),
  );
  const { text, html } = await desk.get(address);
  expect(text).toMatch(/Added 1 .* Rejected 1 /);
  expect(html).not.toContain('Import the rows that were tried');
  expect((await desk.get(`/console/libraries/${library.websiteId}/patrons/${own(65)}`)).status).toBe(200);
  const again = await desk.submit(`${address}/columns`, { action: 'import-tried' });
  expect(again.text).toContain('The file does not wait any more. Upload it again if it was not imported.');
});

test('columns that were chosen after the session had ended are in the form again, with the values', async () => {
  const address = await waitingFor('Nummer;Gruppe\n1;A\n');
  const form = new URLSearchParams({ column1: 'category', 'values-category': 'A = adult', whole: 'yes' });
  const { html } = await desk.submit(`${address}?form-again=yes`, {
    action: `${address}/columns`,
    form: form.toString(),
  });
  expect(html).toMatch(/>Gruppe<[^]*?<option value="category" selected/);
  expect(html).toContain('>A = adult</textarea>');
  expect(html).toMatch(/name="whole"[^>]* checked/);
  await desk.submit(`${address}/columns`, { action: 'cancel' });
});

test('a PIN that every row gets stays with the mapping when staff choose the columns again, and is not in their form', async () => {
  const { database } = library.service;
  const operator = new OperatorClient(library.service.url);
  const mapping = [
    { column: 'Nummer', member: 'patronId' },
    { column: null, member: 'pin', values: { '*': 'kept-PIN-9753' } },
  ];
  await mustSucceed(operator.changeCsvMapping(library.websiteId, 'patrons', mapping));
  const address = await waitingFor(`Nummer;Gruppe\n${own(91)};adult\n`);
  const chosen = { column0: 'patronId', column1: 'category' };
  // A control that the form does not have changes nothing.
  await desk.submit(`${address}/columns`, { ...chosen, action: 'import', 'values-pin': '* = 1' });
  await eventually(async () => expect((await desk.get(address)).text).toContain('All records were applied.'));
  expect(await tablesWith(database, 'kept-PIN-9753')).toEqual(['public.csv_mapping']);
  const where = { websiteId: library.websiteId, patronId: own(91) };
  const { pinHash } = await database.prisma.patron.findFirstOrThrow({ where });
  expect(await verifyPin('kept-PIN-9753', pinHash ?? '')).toBe(true);
  await mustSucceed(operator.changeCsvMapping(library.websiteId, 'patrons', []));
});

test('of a file without names of columns nothing is kept: its first row is a patron', async () => {
  const answer = await upload('28000000771,Okafor,ngozi@harbour.example\n28000000772,Lee,\n');
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(
    'Row 1 has values, such as a day, an e-mail address or a number, where',
  );
  expect(await tablesWith(library.service.database, '28000000771')).toEqual([]);
});

const AGED = statement(
  'test-aged-import',
  `UPDATE import_run SET started_at = (SELECT started_at - interval '7 days') WHERE website_id = $1`,
);

test('after 7 days only the numbers of rejected rows and the reasons are kept', async () => {
  const { database } = library.service;
  const address = await waitingFor('patronId;Gruppe\nSEVEN-DAYS;adult\n');
  await desk.submit(`${address}/columns`, { action: 'import', column0: 'patronId', column1: 'category' });
  await eventually(async () => expect((await desk.get(address)).text).toContain('Every line was rejected.'));
  await forgetRejectedRows(database);
  expect(await tablesWith(database, 'SEVEN-DAYS')).toEqual(['public.import_rejection']);
  await database.run(AGED, [library.websiteId]);
  await forgetRejectedRows(database);
  expect(await tablesWith(database, 'SEVEN-DAYS')).toEqual([]);
  expect((await desk.get(`${address}/rejections.csv`)).html).toMatch(/^Line,Reason\r\n2,patronId must be/);
});

test('a file may be called anything: of its name, what can be read is kept', async () => {
  const name = `L%00ser%0A${'x'.repeat(300)}.csv`;
  const part = (head: string, text: string): string =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const answer = await desk.send(imports, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${part('name="content"', 'patrons')}${part(`name="file"; filename*=UTF-8''${name}`, rows())}--b--\r\n`,
  });
  expect(answer.status).toBe(303);
  const address = answer.headers.get('location') ?? '';
  expect((await desk.get(address)).text).toContain(`Columns of L\uFFFDser\uFFFD${'x'.repeat(194)} `);
  await desk.submit(`${address}/columns`, { action: 'cancel' });
});

test('files that wait for their columns keep no place from other uploads', async () => {
  const addresses: string[] = [];
  for (let file = 1; file <= 4; file++) addresses.push(await waitingFor(rows()));
  for (const address of addresses) {
    const cancelled = await desk.submit(`${address}/columns`, { action: 'cancel' });
    expect(cancelled.text).toContain('Nothing was imported.');
  }
});

test('who may not import patrons sees none of their rows', async () => {
  const buyer = await ConsoleClient.signIn(library, 'bea', ['collections']);
  expect((await upload(rows(), buyer)).status).toBe(403);
  const address = await waitingFor('patronId;Gruppe\nNOBODY-7;adult\n');
  expect((await buyer.get(address)).text).not.toContain('NOBODY-7');
  expect((await buyer.submit(`${address}/columns`, { action: 'cancel' })).status).toBe(403);
  await desk.submit(`${address}/columns`, { action: 'import', column0: 'patronId', column1: 'category' });
  await eventually(async () => expect((await desk.get(address)).text).toContain('Every line was rejected.'));
  const [seen, hidden] = [
    await desk.get(`${address}/rejections.csv`),
    await buyer.get(`${address}/rejections.csv`),
  ];
  expect(seen.html).toContain('NOBODY-7');
  expect(hidden.html).toMatch(/^Line,Reason\r\n2,patronId must be/);
  expect(hidden.html).not.toContain('NOBODY-7');
});

test.each([
  ['patrons', 'a.csv'],
  ['calendar-closed', 'a.ics'],
])('who may not import %s is told so before the file has arrived', async (content, name) => {
  const buyer = await ConsoleClient.signIn(library, `bodo-${content}`, ['collections']);
  const part = (head: string): string => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const head = [
    `POST ${imports} HTTP/1.1`,
    'Host: test',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${buyer.cookie}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
  ];
  const begun = `${part('name="content"')}${content}\r\n${part(`name="file"; filename="${name}"`)}${rows()}`;
  const sent = await holdConnection(library.service.url, [...head, '', begun].join('\r\n'));
  await sent.ended;
  sent.destroy();
  expect(sent.received()).toMatch(/^HTTP\/1\.1 403 /);
});

test('a file that has no rows is refused at its field', async () => {
  const answer = await upload(Uint8Array.from(Buffer.from('PK\x03\x04 [Content_Types].xml', 'latin1')));
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('Row 1 begins an Excel workbook: save it as CSV there, and send that file.'),
  ]);
});

const DIED = statement(
  'test-died-while-it-waited',
  `UPDATE import_run SET alive_at = now() - interval '2 minutes' WHERE website_id = $1 AND sample IS NOT NULL`,
);

test('rows that a process showed when it died are deleted', async () => {
  const { database } = library.service;
  const address = await waitingFor('patronId;Gruppe\nLOST-7;adult\n');
  await database.run(DIED, [library.websiteId]);
  await purgeImportRuns(database);
  expect(await tablesWith(database, 'LOST-7')).toEqual([]);
  expect((await desk.get(address)).status).toBe(404);
});
