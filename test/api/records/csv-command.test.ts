import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustSucceed } from '../../support/client.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { runImportCommand as run, useImportCommand } from '../../support/runs/import-command.js';
import type { TestLibrary } from '../../support/test-library.js';

/** `holdfast import` of CSV, in this process. */

let library: TestLibrary;
let folder: string;
useImportCommand((opened, made) => {
  [library, folder] = [opened, made];
});

const own = (number: number): number => library.websiteId * 1_000 + number;

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const effects = (added: number, changed: number, unchanged = 0): string =>
  `Of those applied: ${added} added, ${changed} changed, ${unchanged} as before, 0 removed.\n`;

test('rows are imported by a mapping, which is kept, and the rejected ones come back', async () => {
  const rows = file(
    'patrons.csv',
    Buffer.from(`Nr;Kennwort;Gruppe\n${own(1)};2468;ADT\n${own(2)};"=1+1";KID\n`, 'latin1'),
  );
  const map = file(
    'map.json',
    JSON.stringify([
      { column: 'Nr', member: 'patronId' },
      { column: 'Kennwort', member: 'pin' },
      { column: 'Gruppe', member: 'category', values: { ADT: 'adult' } },
    ]),
  );
  const rejected = join(folder, 'rejected.csv');
  const csv = ['--library', String(library.websiteId), '--kind', 'patrons'];
  const first = await run(rows, ...csv, '--map', map, '--encoding', 'latin1', '--rejected', rejected);
  expect(first).toEqual({
    output: `1 applied, 1 rejected\n${effects(1, 0)}`,
    errors:
      'Columns: Nr is patronId, Kennwort is pin, Gruppe is category.\n' +
      `row 3: category "KID" is unknown in library ${library.websiteId}\n`,
  });
  expect(readFileSync(rejected, 'utf8')).toBe(
    '\uFEFFRow,Reason,Nr,Kennwort,Gruppe\r\n' +
      `3,"category ""KID"" is unknown in library ${library.websiteId}",${own(2)},'=1+1,KID\r\n`,
  );
  expect(statSync(rejected).mode & 0o777).toBe(0o600);

  const corrected = file('corrected.csv', readFileSync(rejected, 'utf8').replace(',KID', ',ADT'));
  expect(await run(corrected, ...csv)).toMatchObject({
    output: `1 applied, 0 rejected\n${effects(1, 0)}`,
  });
  const none = join(folder, 'none.csv');
  await run(corrected, ...csv, '--rejected', none);
  expect(existsSync(none)).toBe(false);
  await expect(run(corrected, ...csv, '--rejected', rejected)).rejects.toThrow(/^Cannot write a new file /);
  const fewer = await run(file('fewer.csv', `Nr;Gruppe;Telefon\n${own(1)};ADT;1234\n`), ...csv);
  expect(fewer.errors).toBe('Columns: Nr is patronId, Gruppe is category.\nNot read: Telefon.\n');
});

test('a reason that many rows have is printed for the first of them; the file has all', async () => {
  const rows = Array.from({ length: 8 }, (_, index) => `${own(index + 1)};KID\n`);
  const csv = [file('many.csv', `patronId;category\n${rows.join('')}`), '--kind', 'patrons'];
  const rejected = join(folder, 'many-rejected.csv');
  const { errors } = await run(...csv, '--library', String(library.websiteId), '--rejected', rejected);
  const reason = `category "KID" is unknown in library ${library.websiteId}`;
  expect(errors.split('\n').slice(1)).toEqual([
    ...[2, 3, 4, 5, 6].map((row) => `row ${row}: ${reason}`),
    `and 3 more like row 2: ${reason}`,
    '',
  ]);
  expect(readFileSync(rejected, 'utf8').trimEnd().split('\r\n')).toHaveLength(1 + rows.length);
});

test('what nobody can tell from the file is asked, with the option that answers', async () => {
  const rows = file('days.csv', `externalId,category,expiresOn\nA-1,adult,03/04/2027\n`);
  const { errors } = await run(rows, '--library', String(library.websiteId), '--kind', 'patrons');
  expect(errors).toMatch(/^row 1: has "expiresOn", .* or expiresOn:month-first \(--map\)\n$/m);
});

test('a dry run, and a whole list, say what they do; the console lists what was done', async () => {
  const rows = file('whole.csv', `patronId;category\n${own(1)};adult\n${own(7)};adult\n${own(8)};nobody\n`);
  const csv = [rows, '--library', String(library.websiteId), '--kind', 'patrons'];
  const tried = await run(...csv, '--dry-run');
  expect(tried.output).toBe('Nothing has changed. 2 would be applied, 1 rejected.\n' + effects(1, 0, 1));
  expect(process.exitCode).toBe(1);
  expect(await run(...csv, '--full', 'patrons')).toMatchObject({
    output: expect.stringMatching(
      /^2 applied, 1 rejected\nOf those applied: .*\nNot in the file: \d+ of \d+\. More than a fifth .* \(--force\)\n$/,
    ) as string,
  });

  const operator = new OperatorClient(library.service.url);
  const { imports } = (await mustSucceed(operator.imports(library.websiteId))).body as { imports: object[] };
  expect(imports.filter((each) => 'fileName' in each && each.fileName === 'whole.csv')).toEqual([
    expect.objectContaining({
      ...{ startedBy: 'installation', state: 'done', applied: 2, rejected: 1, wholeList: 'patrons' },
      ...{ dryRun: false, effects: { added: 1, changed: 0, unchanged: 1, removed: 0, merged: 0 } },
      notInFile: expect.objectContaining({ ended: 0 }) as unknown,
    }),
  ]);
});

test.each([
  [[], /^CSV needs --kind and --library/],
  [['--kind', 'patrons'], /^CSV needs --kind and --library/],
  [['--rejected', 'x'], /^CSV needs --kind and --library/],
  [['--force'], /^--force needs --full, or --kind patrons\.$/],
  [['--kind', 'patrons', '--library', '2147483647'], /^There is no library 2147483647\.$/],
])('%j is refused', async (options, problem) => {
  await expect(run(file('some.csv', 'patronId\n1\n'), ...options)).rejects.toThrow(problem);
});
