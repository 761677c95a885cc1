import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '../../../../src/platform/database/statement.js';
import { endRun, recordProgress, startRun } from '../../../../src/records/engine/import-runs.store.js';
import { eventually } from '../../../support/clock.js';
import { holdConnection } from '../../../support/requests/held-connections.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

const IMPORTS = `/console/libraries/${WEBSITE_ID}/imports`;

let dataFolder: string;
let uploads: string;
let library: TestLibrary;
let staff: ConsoleClient;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'));
  uploads = join(dataFolder, 'uploads');
  library = await TestLibrary.alone(
    {},
    { DATA_DIR: dataFolder },
    { uploadsMaxMegabytes: 1, silenceSeconds: 2 },
  );
  staff = await ConsoleClient.signIn(library, 'dora', ['desk']);
});
afterAll(async () => {
  await library.close();
  await rm(dataFolder, { recursive: true, force: true });
});

interface Progress {
  readonly applied?: number;
  readonly messages: readonly string[];
  readonly hasEnded: boolean;
}

/** @returns the address of the import's page */
async function runImport({ applied = 3, messages, hasEnded }: Progress): Promise<string> {
  const { database } = library.service;
  const run = { websiteId: WEBSITE_ID, importId: randomUUID() };
  await startRun(database, { ...run, fileName: 'titles.ndjson', startedBy: 'dora', bytes: 2048 });
  const rejections = messages.map((message, index) => ({ line: index + 1, message }));
  const progress = { bytes: 512, applied, rejected: messages.length };
  await recordProgress(database, run, progress, rejections);
  if (hasEnded) await endRun(database, run, { failure: null });
  return `${IMPORTS}/${run.importId}`;
}

test('an import that runs says how far it is, and stays as it is until somebody asks again', async () => {
  const address = await runImport({ messages: [], hasEnded: false });
  const { html, text } = await staff.get(address);
  expect(text).toContain('The import is running.');
  expect(html).toContain('<progress max="2048" value="512">');
  expect(html).toContain(`<a href="${address}">Show how far it is now</a>`);
  // A page that loads itself takes the place from whoever reads it.
  expect(html).not.toContain('http-equiv');
  expect(text).not.toContain('loads itself');
});

test('records of which nothing is known are counted as others', async () => {
  const address = await runImport({ applied: 3, messages: [], hasEnded: false });
  const run = { websiteId: WEBSITE_ID, importId: address.split('/').at(-1) ?? '' };
  const effects = { added: 1, changed: 0, unchanged: 0, removed: 0, merged: 0 };
  const progress = { bytes: 2048, applied: 3, rejected: 0, effects, holdsBeyondRules: 2 };
  await recordProgress(library.service.database, run, progress, []);
  expect((await staff.get(address)).text).toContain(
    'Added 1 Changed 0 As before 0 Removed 0 Others 2 ' +
      'Holds placed though the patron is blocked, expired or at the limit 2',
  );
});

test('an import without a record is no success', async () => {
  const address = await runImport({ applied: 0, messages: [], hasEnded: true });
  const { html, text } = await staff.get(address);
  expect(html).toContain('<p class="notice warning" role="status">');
  expect(text).toContain('There was no record in it. Nothing has changed.');
  expect(text).toContain('State No records');
  const row = (await staff.get(IMPORTS)).html.split('<tr>').find((each) => each.includes(`"${address}"`));
  expect(row).toContain('No records');
  expect(row).not.toContain('Done');
});

test('of many rejected lines a hundred are on the page, and all in a file, which has no cell that is a formula', async () => {
  const formulas = ['=1+1', '+1', '-1', '@x', 'a, "b"'];
  const messages = [...formulas, ...Array.from({ length: 115 }, (_, index) => `is wrong ${index + 6}`)];
  const address = await runImport({ messages, hasEnded: true });
  const { text } = await staff.get(address);
  expect(text).toContain('is wrong 100');
  expect(text).not.toContain('is wrong 101');
  expect(text).toContain('Only the first 100 are shown.');
  const { status, headers, html } = await staff.get(`${address}/rejections.csv`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-store');
  const [head, ...lines] = html.trim().split('\r\n');
  expect([head, lines.length]).toEqual(['Line,Reason', 120]);
  expect(lines.slice(0, 5)).toEqual([`1,'=1+1`, `2,'+1`, `3,'-1`, `4,'@x`, '5,"a, ""b"""']);
});

const upload = (text: string, names = ['file'], fileName = 'patrons.ndjson'): Promise<Response> => {
  const body = new FormData();
  for (const name of names) body.append(name, new Blob([`${text}\n`]), fileName);
  return staff.send(IMPORTS, { method: 'POST', body });
};

test('a file is uploaded by the form, and imported', async () => {
  const answer = await upload('=not JSON', ['file'], 'Bücher.ndjson');
  expect(answer.status).toBe(303);
  const address = answer.headers.get('location') ?? '';
  await eventually(async () => {
    const { text } = await staff.get(address);
    expect(text).toContain('Import of Bücher.ndjson');
    expect(text).toContain('Every line was rejected. Nothing has changed.');
  });
});

/** What of the uploads of this service has a name or is open. */
async function uploadsLeft(): Promise<string[]> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return [...(await readdir(uploads)), ...open.filter((path) => path.startsWith(uploads))];
}

describe('an upload that is refused leaves no file with data of patrons behind:', () => {
  test.each([
    ['a second file', ['file', 'file']],
    ['a file that the form does not have', ['file', 'other']],
  ])('%s', async (_, names) => {
    const { status } = await upload('{}', names);
    expect([status, await uploadsLeft()]).toEqual([400, []]);
  });

  const FILE_PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.ndjson"\r\n\r\n{}\r\n';

  test.each([
    ['a name that has no end', `--b\r\nContent-Disposition: form-data; name="${'x'.repeat(20_000)}`],
    ['a name like that after the file', `${FILE_PART}--b\r\nContent-Disposition: ${'x'.repeat(20_000)}`],
    ['thousands of headers', `--b\r\n${'A: b\r\n'.repeat(5_000)}\r\n{}\r\n--b--\r\n`],
    ['a line that is no header', `--b\r\n\u0000\r\n\r\n{}\r\n--b--\r\n`],
    ['thousands of fields', `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(2_000)],
    ['no end', FILE_PART],
  ])('a form with %s', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { status } = await staff.send(IMPORTS, { method: 'POST', headers, body });
    expect(status).toBe(400);
    await eventually(async () => expect(await uploadsLeft()).toEqual([]));
  });

  /** What is said at the field of the form, on a page with the navigation. */
  const problemOf = async (response: Response): Promise<string | undefined> => {
    const html = await response.text();
    expect(html).toContain(`<a href="${IMPORTS}" aria-current="page">Imports</a>`);
    expect(html).toMatch(/<input [^>]*type="file"[^>]* aria-invalid="true"/);
    return /<p class="field-problem"[^>]*>([^<]*)<\/p>/.exec(html)?.[1];
  };

  const NAME = 'The name of the file must end in .ndjson, .jsonl, .json.';
  const TOO_LARGE = 'An upload must not be larger than 1 MB: send it in parts.';
  const CSV = 'This is a CSV file, and records are JSON: say what its rows are, and send it again.';

  test.each([
    ['', '{}', 422, 'Choose a file.'],
    ['patrons.xlsx', '{}', 422, NAME],
    ['patrons.ndjson.zip', '{}', 422, NAME],
    ['ndjson', '{}', 422, NAME],
    ['patrons.csv', '{}', 422, CSV],
    ['patrons.TSV', '{}', 422, CSV],
    ['patrons.json', 'websiteId,patronId,cardNumber\n37,1,1001', 422, CSV],
    ['patrons.ndjson', '\uFEFF\n"websiteId";"patronId"\n37;1', 422, CSV],
    ['patrons.jsonl', '37\t1\t1001', 422, CSV],
    ['patrons.ndjson', 'x'.repeat(1024 * 1024), 413, TOO_LARGE],
  ])('one that is called %j (%#)', async (name, text, status, problem) => {
    const response = await upload(text, ['file'], name);
    expect([response.status, await uploadsLeft()]).toEqual([status, []]);
    expect((await problemOf(response))?.replaceAll('&quot;', '"')).toBe(problem);
  });

  test.each(['{"a":1,"b":2}', '\uFEFF{"a":1,"b":2}', '\n\n{"a":1,"b":2}', 'not JSON', ''])(
    'no CSV is seen in %j',
    async (text) => {
      const response = await upload(text);
      expect(response.status).toBe(303);
      await eventually(async () => expect(await uploadsLeft()).toEqual([]));
    },
  );

  test.each([
    ['patrons.xlsx', 422, '{}'],
    ['patrons.ndjson', 413, 'x'.repeat(1024 * 1024 + 1)],
  ])('%s, before all of it has arrived', async (name, status, text) => {
    const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}`;
    const head = [
      `POST ${IMPORTS} HTTP/1.1`,
      'Host: test',
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${staff.cookie}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${part.length + 1024}`,
    ];
    const sent = await holdConnection(library.service.url, [...head, '', part].join('\r\n'));
    await sent.ended;
    sent.destroy();
    expect(sent.received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*class="field-problem"`));
    expect(await uploadsLeft()).toEqual([]);
  });

  test('a form whose fields never come to the file', async () => {
    const head = [
      `POST ${IMPORTS} HTTP/1.1`,
      'Host: test',
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${staff.cookie}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
    ];
    const begun = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n';
    const sent = await holdConnection(library.service.url, [...head, '', begun].join('\r\n'));
    const going = setInterval(() => sent.write('p'), 200);
    await sent.ended;
    clearInterval(going);
    sent.destroy();
    expect(sent.received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(await uploadsLeft()).toEqual([]);
  });

  test('a database that does not take the import', async () => {
    const { database } = library.service;
    await database.run(statement('', 'ALTER TABLE import_run RENAME TO import_run_away'));
    const { status } = await upload('{}');
    await database.run(statement('', 'ALTER TABLE import_run_away RENAME TO import_run'));
    expect([status, await uploadsLeft()]).toEqual([500, []]);
  });
});
