import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadPath } from '../../../support/checkouts/expected-formats.js';
import { borrowFrom } from '../../../support/content/lenders.js';
import { ROOT } from '../../support/deploy/compose-file.js';
import { addMember, PASSWORD } from '../../../support/staff/staff-members.js';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';
import { type Haproxy, hasHaproxy, startHaproxy } from '../../support/servers/haproxy.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary } from '../../../support/test-library.js';
import { ConsoleClient } from '../../../support/console/console-client.js';

/** The path of the example in docs/operations/deploy.md. */
const PREFIX = '/holds';
const PUBLIC_URL = `https://example.org${PREFIX}`;
const behindProxy = hasHaproxy ? test : test.skip;

let folder: string;
let library: TestLibrary;
let proxy: Haproxy;
let origin: string;
let staff: ConsoleClient;

beforeAll(async () => {
  if (!hasHaproxy) return;
  folder = await mkdtemp(join(tmpdir(), 'holdfast-prefix-'));
  // Without DATABASE_URL there are all pages: the shelf, drawn covers and the content.
  library = await TestLibrary.alone({}, { PUBLIC_URL, CATALOG_URL: '', DATABASE_URL: '', DATA_DIR: folder });
  origin = `http://127.0.0.1:${await freePort()}`;
  proxy = await startHaproxy(configuration());
  await eventually(async () => expect((await fetch(`${origin}${PREFIX}/openapi.json`)).status).toBe(200));
  await addMember(library.service, 'ada', ['admin']);
  staff = new ConsoleClient(origin);
});
afterAll(async () => {
  if (!hasHaproxy) return;
  await proxy.stop();
  await library.close();
  await rm(folder, { recursive: true });
});

/** What docs/operations/deploy.md shows, and where this test has its ends. */
function configuration(): string {
  const [, rules] =
    /```haproxy\n(.*?replace-path.*?)\s*```/s.exec(
      readFileSync(`${ROOT}docs/operations/deploy.md`, 'utf8'),
    ) ?? [];
  if (rules === undefined) throw new Error('docs/operations/deploy.md shows no rules for HAProxy.');
  const [, ...lines] = rules.split('\n').filter((line) => !/^ *bind /.test(line));
  return [
    'defaults\n  mode http\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s',
    `frontend public\n  bind ${origin.replace('http://', '')}\n${lines.join('\n')}`,
    `backend holdfast\n  server api ${library.service.url.replace('http://', '')}\n`,
  ].join('\n');
}

/** Where an address on a page leads through the proxy. Of other hosts there is none. */
function here(href: string, page: string): URL {
  const url = new URL(href.replaceAll('&amp;', '&'), new URL(page, `${new URL(PUBLIC_URL).origin}`));
  expect(`${url.origin}${url.pathname}/`).toMatch(new RegExp(`^${PUBLIC_URL}/`));
  return url;
}

interface Found {
  readonly links: readonly string[];
  /** Where forms lead that only ask. */
  readonly forms: readonly string[];
  /** Where forms are posted. */
  readonly posts: readonly string[];
}

function addressesIn(html: string, page: string): Found {
  const found = { links: [] as string[], forms: [] as string[], posts: [] as string[] };
  for (const [tag] of html.matchAll(/<(?:a|link|script|img|form)\s[^>]*>/g)) {
    const address = /\s(?:href|src|action)="([^"]*)"/.exec(tag)?.[1];
    if (address === undefined || /^(?:data:|#)/.test(address)) continue;
    const { pathname, search } = here(address, page);
    const kind = tag.includes('method="post"') ? 'posts' : tag.startsWith('<form') ? 'forms' : 'links';
    found[kind].push(pathname + search);
  }
  return found;
}

/** Follows everything that can be reached from these pages. */
async function everythingFrom(
  ...pages: string[]
): Promise<{ readonly seen: string[]; readonly posts: string[] }> {
  const [seen, forms, posts] = [new Set(pages), new Set<string>(), new Set<string>()];
  // A set grows while it is gone through.
  for (const page of seen) {
    const answer = await staff.send(page);
    if (answer.status === 303) seen.add(here(answer.headers.get('location') ?? '', page).pathname);
    // A form that is sent empty may be refused, on the same page.
    else if (!(answer.status === 422 && forms.has(page))) expect([page, answer.status]).toEqual([page, 200]);
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue;
    const found = addressesIn(await answer.text(), page);
    for (const link of [...found.links, ...found.forms]) seen.add(link);
    for (const form of found.forms) forms.add(form);
    for (const post of found.posts) posts.add(post);
  }
  return { seen: [...seen], posts: [...posts] };
}

const signIn = (client = staff) =>
  client.send(`${PREFIX}/console/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({
      name: 'ada',
      password: PASSWORD,
      to: `/console/libraries/${WEBSITE_ID}/patrons`,
    }),
  });

behindProxy(
  'a browser without a session is sent to the page to sign in, and then to where it wanted',
  async () => {
    const page = `${PREFIX}/console/libraries/${WEBSITE_ID}/patrons`;
    const client = new ConsoleClient(origin);
    const away = await client.send(page);
    expect(away.status).toBe(303);
    const { pathname } = here(away.headers.get('location') ?? '', page);
    expect(pathname).toBe(`${PREFIX}/console/sign-in`);
    const entered = await signIn(client);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, page]);
    // The cookie is for the whole host, as its name demands.
    expect(entered.headers.get('set-cookie')).toMatch(/^__Host-holdfast-staff=.*; Path=\//);
  },
);

behindProxy('all links, files and forms of the pages are below the prefix, and answer', async () => {
  await signIn();
  const { patron } = await library.ready();
  const patronPage = `/console/libraries/${WEBSITE_ID}/patrons/${patron.patronId}`;
  const pages = ['/console/sign-in', '/console', patronPage, '/shelf', '/shelf/', '/docs', '/'];
  const { seen, posts } = await everythingFrom(...pages.map((page) => PREFIX + page));
  for (const part of [
    'console/console-',
    'console/libraries/37/charts',
    'shelf/',
    'docs/operations/placeHold',
    'openapi.json',
  ])
    expect(seen.join('\n')).toContain(`${PREFIX}/${part}`);
  expect(posts).toContain(`${PREFIX}/console/sign-out`);
  for (const post of posts) {
    const { headers } = await staff.send(post, { method: 'OPTIONS' });
    expect(`${post}: ${headers.get('allow')}`).toMatch(/: .*(?:POST|PUT|DELETE)/);
  }
});

behindProxy('links of the API, of a cover and of content lead through the proxy', async () => {
  const { patron, title } = await borrowFrom(library);
  const get = async (href: string) => {
    const { pathname, search } = here(href, '/');
    const headers = { authorization: `Bearer ${patron.token}` };
    const answer = await fetch(`${origin}${pathname}${search}`, { headers });
    expect([href, answer.status]).toEqual([href, 200]);
    return answer;
  };
  const profile = await get(`${PUBLIC_URL}/v1/patrons/me`);
  const { links } = (await profile.json()) as { links: Record<string, { href: string }> };
  expect(Object.keys(links).length).toBeGreaterThan(2);
  for (const { href } of Object.values(links)) await get(href);
  const download = await get(`${PUBLIC_URL}${downloadPath(title, 'ebook-epub-adobe')}`);
  const content = (await download.json()) as { links: { contentlink: { href: string } } };
  expect(await (await get(content.links.contentlink.href)).text()).toContain('Your title is open.');
  await get(`${PUBLIC_URL}/covers/${title.reserveId}.svg`);
});

behindProxy('a form, an error and the sign-out stay below the prefix', async () => {
  await signIn();
  const { patronId } = await library.addPatron();
  const ofLibraries = `${PREFIX}/console/libraries`;
  const done = await staff.submit(`${ofLibraries}/${WEBSITE_ID}/patrons/${patronId}/sessions/end`, {});
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('signed out everywhere')]);
  const missing = await staff.get(`${ofLibraries}/999/queues`);
  expect(missing.status).toBe(404);
  const { links } = addressesIn(missing.html, `${ofLibraries}/999/queues`);
  expect(links).toContain(`${PREFIX}/console`);
  for (const link of links) expect((await staff.get(link)).status).toBe(200);
  const left = await staff.send(`${PREFIX}/console/sign-out`, { method: 'POST' });
  expect([left.status, left.headers.get('location')]).toEqual([303, `${PREFIX}/console/sign-in`]);
});
