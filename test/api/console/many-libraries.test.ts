import { randomUUID } from 'node:crypto';
import { statement } from '../../../src/platform/database/statement.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';
import { TestLibrary } from '../../support/test-library.js';
import { ConsoleClient } from '../../support/console/console-client.js';

/** The first pages of staff who work in many libraries. */

const LIBRARIES = 120;

let library: TestLibrary;
let staff: ConsoleClient;
beforeAll(async () => {
  library = await TestLibrary.alone();
  staff = await ConsoleClient.signIn(library, 'ann', ['admin']);
  await run(
    `INSERT INTO library (website_id, name) SELECT id, 'Branch ' || to_char(id, 'FM0000') FROM generate_series(1001, 1000 + ${LIBRARIES}) id`,
  );
  await run(`INSERT INTO staff_role (website_id, staff_id, role)
    SELECT website_id, staff_id, 'admin' FROM library, staff ON CONFLICT DO NOTHING`);
});
afterAll(() => library.close());

const run = (text: string): Promise<unknown> => library.service.database.run(statement('', text));

/** The libraries of the table. */
async function listed(path: string): Promise<string[]> {
  const { html, status } = await staff.get(path);
  expect(status).toBe(200);
  return [...html.matchAll(/<a href="\/console\/libraries\/\d+">([^<]*)<\/a>/g)].map(([, name = '']) => name);
}

async function statementsOf(path: string): Promise<number> {
  let count = 0;
  const stop = interceptStatements(() => {
    count += 1;
  });
  try {
    expect((await staff.get(path)).status).toBe(200);
  } finally {
    stop();
  }
  return count;
}

test('Today takes as many statements for all libraries as for one', async () => {
  const ofOne = await statementsOf('/console/libraries/1001');
  const ofAll = await statementsOf('/console');
  expect(ofOne).toBeGreaterThan(5);
  expect(ofAll).toBeLessThanOrEqual(ofOne + 1);
});

test('the libraries come in pages of fifty, by name', async () => {
  const all = await listed('/console');
  expect(all).toHaveLength(50);
  expect(all[0]).toBe('Branch 1001');
  expect(await listed('/console/libraries?page=2')).toHaveLength(50);
  // And the library of all tests.
  expect(await listed('/console/libraries?page=3')).toHaveLength(LIBRARIES + 1 - 100);
  expect(await listed('/console/libraries?page=4')).toEqual([]);
  const { html } = await staff.get('/console/libraries?page=2&name=branch');
  expect(html).toContain('href="/console/libraries?name=branch"');
  expect(html).toContain('href="/console/libraries?name=branch&amp;page=3"');
});

test('a library is found by a part of its name, or its number', async () => {
  expect(await listed('/console/libraries?name=anch%201007')).toEqual(['Branch 1007']);
  expect(await listed('/console/libraries?name=1008')).toEqual(['Branch 1008']);
  expect(await listed('/console/libraries?name=nowhere')).toEqual([]);
});

test('an exception of any library is on the page of all, five imports of each at most', async () => {
  for (let number = 0; number < 7; number += 1)
    await run(`INSERT INTO import_run (website_id, import_id, file_name, started_by, bytes, started_at, alive_at, ended_at, rejected)
      SELECT website_id, '${randomUUID()}', 'file-${number}.ndjson', 'ann', 1, service_now() - ${number} * interval '1 hour', now(), now(), 1
      FROM library WHERE website_id IN (1001, 1120)`);
  const { html } = await staff.get('/console');
  for (const name of ['Branch 1001', 'Branch 1120'])
    expect(
      html.match(new RegExp(`<h2>${name}: 1 line rejected in the import of file-[0-4]`, 'g')),
    ).toHaveLength(5);
  expect(html).not.toContain('file-5.ndjson');
});
