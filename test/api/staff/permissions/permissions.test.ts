import { readFile } from 'node:fs/promises';
import { startRun } from '../../../../src/records/engine/import-runs.store.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { setRoles } from '../../../../src/staff/accounts/accounts.js';
import type { Role } from '../../../../src/staff/permissions/staff-principal.js';
import { PatronClient } from '../../../support/client.js';
import { routesWith } from '../../../support/requests/routes.js';
import { PERMISSIONS } from '../../../support/requests/staff-routes.js';
import { emptyLibrary, hold, patron, reserveIdOf, smallLibrary, title } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { addMachine, addMember, Browser } from '../../../support/staff/staff-members.js';
import { EXPECTED } from './matrix.js';

/** The line at the console, of one that is about both. */
const atConsole = (line: string): string =>
  line.replace('yes', '401').replace(/\/\*\/(?:libraries\/:websiteId\/)?/, '/console/libraries/:websiteId/');
const [COLUMNS = [], ...LINES] = EXPECTED.trim()
  .split('\n')
  .flatMap((line) => (line.includes('/*/') ? [line.replace('/*', '/operator/v1'), atConsole(line)] : [line]))
  .map((line) => line.split(/ +/));
const ROWS = LINES.flatMap((words) => {
  const methods = words.slice(COLUMNS.length, -1);
  return methods.map((method) => [`${method} ${words.at(-1)}`, ...words.slice(0, COLUMNS.length)]);
});

const IMPORT_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const WEBHOOK_ID = '0e1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b';
const STAFF_ID = '1f2a3b4c-5d6e-4f7a-8b9c-1d2e3f4a5b6c';
/**
 * What varies in the addresses: of library 37. Each column has a patron of its own, because a row deletes it; the hold with
 * ticket 1 is another patron's.
 */
const VARIABLES: Readonly<Record<string, string>> = {
  websiteId: '37',
  id: reserveIdOf(1),
  ticket: '1',
  importId: IMPORT_ID,
  webhookId: WEBHOOK_ID,
  staffId: STAFF_ID,
  entryId: 'holiday',
  occasion: 'ready',
  kind: 'patrons',
};
const HOLIDAY = {
  ...{ record: 'calendar', websiteId: 37, entryId: 'holiday' },
  ...{ kind: 'holiday', name: 'Holiday', from: '2026-12-24' },
};
const QUERY: Readonly<Record<string, string>> = { query: '?websiteId=37' };

const ADD_WEBHOOK = statement(
  'test-add-webhook-to-the-matrix',
  `INSERT INTO webhook (webhook_id, website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at)
   VALUES ($1, 37, 'https://127.0.0.1/', '{}', 'whsec_', 0, 0, 0, now()) ON CONFLICT DO NOTHING`,
);

const ADD_COLLEAGUE = statement(
  'test-add-colleague',
  `WITH added AS (
     INSERT INTO staff (staff_id, name, password_hash) VALUES ($1, 'colleague', 'x') ON CONFLICT DO NOTHING RETURNING staff_id)
   INSERT INTO staff_role (website_id, staff_id, role) SELECT 37, staff_id, 'desk' FROM added`,
);

let service: ServiceUnderTest;
const tokens = new Map<string, string>([['operator', OPERATOR_TOKEN]]);
const browsers = new Map<string, Browser>();

/** A person and a machine. */
async function addStaff(name: string, role: Role, websiteId: number | null = 37): Promise<void> {
  tokens.set(name, await addMachine(service, `machine-${name}`, [role], websiteId));
  await addMember(service, name, [role], websiteId);
  const browser = new Browser(service.url);
  await browser.signIn(name);
  browsers.set(name, browser);
}

beforeAll(async () => {
  service = await startService(
    [
      ...smallLibrary(COLUMNS.length + 1, [1]),
      hold(COLUMNS.length + 1),
      ...emptyLibrary(38, { name: 'Other Library' }),
      patron(9001, { websiteId: 38 }),
    ],
    { OPERATOR_TOKEN },
  );
  const run = { websiteId: 37, importId: IMPORT_ID, fileName: 'titles.ndjson', startedBy: 'desk', bytes: 1 };
  await startRun(service.database, run);
  await addStaff('admin', 'admin');
  await addStaff('admin38', 'admin', 38);
  await addStaff('adminall', 'admin', null);
  for (const role of ['viewer', 'desk', 'collections'] as const) {
    await addStaff(role, role);
    const name = `${role}-and-admin38`;
    await addStaff(name, role);
    for (const each of [name, `machine-${name}`]) await setRoles(service.database, each, 38, ['admin']);
  }
});
afterAll(() => service.close());

test('the matrix has every route of the operator’s endpoints and of the console, with an operator’s token and without', async () => {
  const routes = ROWS.map(([route]) => route).sort();
  expect(routes).toEqual(Object.keys(PERMISSIONS).sort());
  const ofStaff = (all: readonly string[]): string[] =>
    [...new Set(all)].filter((route) => /^[A-Z]+ \/(?:operator\/v1|console)(?:\/|$)/.test(route)).sort();
  for (const settings of [{ OPERATOR_TOKEN, SANDBOX: 'true' }, {}])
    expect(ofStaff(await routesWith(settings))).toEqual(routes);
});

test('the lists in docs/staff.md say the same', async () => {
  const page = await readFile('docs/staff.md', 'utf8');
  const lists = page.matchAll(/^(`.*), in .*:\n\n```\n([^`]*)\n```|^(Anybody):\n\n```\n([^`]*)\n```/gmu);
  const documented = [...lists].flatMap(([, roles, routes, anybody, openRoutes]) =>
    (routes ?? openRoutes ?? '')
      .split('\n')
      .map((route) => [
        route,
        ...['viewer', 'desk', 'collections', 'admin'].map((role) =>
          anybody !== undefined ? 'anybody' : roles?.includes(`\`${role}\``) === true ? 'yes' : 'no',
        ),
      ]),
  );
  // What administrators may do who administer all libraries: mail is resumed by no others.
  const columns = ['viewer', 'desk', 'collections', 'adminall'].map((name) => COLUMNS.indexOf(name) + 1);
  const expected = ROWS.map((row) => [
    row[0],
    ...columns.map((index) => (row.at(-2) !== '401' ? 'anybody' : row[index] === 'yes' ? 'yes' : 'no')),
  ]);
  expect(documented.sort()).toEqual(expected.sort());
});

test.each(ROWS)('%s', async (route, ...cells) => {
  const expected = Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index]]));
  const outcomes: Record<string, string> = {};
  for (const column of COLUMNS) {
    // What one before has removed.
    if (route.includes(':webhookId')) await service.database.run(ADD_WEBHOOK, [WEBHOOK_ID]);
    if (route.includes(':staffId')) await service.database.run(ADD_COLLEAGUE, [STAFF_ID]);
    if (route.includes(':entryId')) await service.import(HOLIDAY);
    if (route.includes(':patronId')) await service.import(patron(patronOf(column)));
    outcomes[column] = await outcomeOf(route, column);
    // Who administers another library is refused here none the less.
    if (outcomes[column] === '403' && isAboutOneLibrary(route) && browsers.has(`${column}-and-admin38`))
      outcomes[column] = await outcomeOf(route, column, `${column}-and-admin38`);
  }
  expect(outcomes).toEqual(expected);
});

function isAboutOneLibrary(route: string): boolean {
  return !['own', 'body'].includes(PERMISSIONS[route]?.library ?? '');
}

test('a role in all libraries counts in libraries that are added later', async () => {
  const everywhere = await addMachine(service, 'machine-everywhere', ['admin'], null);
  const client = new PatronClient(service.url, everywhere);
  const timers = '/operator/v1/libraries/40/timers';
  await service.database.prisma.library.create({ data: { websiteId: 40, name: 'New' } });
  expect((await client.get(timers)).status).toBe(200);
  // Titles, tokens and clients are the installation's alone.
  const titleRecord = JSON.stringify(title(5));
  const records = await client.send('POST', '/operator/v1/records', {
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${titleRecord}\n`,
  });
  expect(records.body).toMatchObject({ applied: 0, rejected: 1 });

  await setRoles(service.database, 'machine-everywhere', null, []);
  expect((await client.get(timers)).status).toBe(404);
});

const patronOf = (column: string): number => COLUMNS.indexOf(column) + 1;

/** @param who by default the one of the column */
function outcomeOf(route: string, column: string, who = column): Promise<string> {
  const [method = '', template = ''] = route.split(' ');
  const path = addressOf(template, column).concat(QUERY[PERMISSIONS[route]?.library ?? ''] ?? '');
  return outcome(method, path, who);
}

function addressOf(template: string, column: string): string {
  return template
    .replace(':patronId', String(patronOf(column)))
    .replace(/:(\w+)/g, (_, name: string) => VARIABLES[name] ?? '1');
}

/** As a page sends it: what a form cannot be is in a field of it. */
function sendForm(
  browser: Browser,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number }> {
  if (method === 'GET') return browser.send(method, path, undefined, headers);
  return browser.send('POST', path, method === 'POST' ? '' : `_method=${method}`, headers);
}

const FORMS = ROWS.map(([route = '']) => route).filter((route) => /^(?!GET)[A-Z]+ \/console\//.test(route));

test.each(FORMS)('%s is refused to the page of another site', async (route) => {
  const [method = '', template = ''] = route.split(' ');
  const browser = browsers.get('adminall')!;
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const path = addressOf(template, 'adminall');
  const sent = [sendForm(browser, method, path, headers), browser.send(method, path, '', headers)];
  for (const { status } of await Promise.all(sent)) expect(status).toBe(403);
});

const OF_A_LIBRARY = ROWS.map(([route = '']) => route).filter((route) => route.includes(':websiteId'));

test.each(OF_A_LIBRARY)('%s says that there is no such library', async (route) => {
  expect(await outcomeOf(route.replace(':websiteId', '999'), 'adminall')).toBe('404');
});

/** `yes`, or the status of the guard's refusal. */
async function outcome(method: string, path: string, column: string): Promise<string> {
  if (path.startsWith('/console')) return outcomeInConsole(method, path, column);
  const client = new PatronClient(service.url, tokens.get(column) ?? '');
  const { body } = path.endsWith('/records')
    ? await client.send(method, path, { headers: { 'content-type': 'application/x-ndjson' }, body: '\n' })
    : await client.send(method, path);
  const { errorCode = '' } = (body ?? {}) as { errorCode?: string };
  return { Unauthorized: '401', Forbidden: '403', NotFound: '404' }[errorCode] ?? 'yes';
}

async function outcomeInConsole(method: string, path: string, column: string): Promise<string> {
  // Signing out must not end the session that the other cells use.
  const signedIn = path === '/console/sign-out' ? undefined : browsers.get(column);
  const browser = signedIn ?? new Browser(service.url);
  // A program's Accept: a browser that is not signed in would be sent to the page to sign in.
  const headers = {
    ...browser.headers,
    Accept: 'application/json',
    // The console takes no bearer token, not even the operator's.
    ...(column === 'operator' && { Authorization: `Bearer ${OPERATOR_TOKEN}` }),
  };
  // Without a session, no form is read.
  const { status } = signedIn
    ? await sendForm(browser, method, path, headers)
    : await browser.send(method, path, method === 'GET' ? undefined : '', headers);
  return [401, 403, 404, 500].includes(status) ? String(status) : 'yes';
}
