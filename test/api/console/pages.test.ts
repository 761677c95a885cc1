import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MENUS, queueAddress } from '../../../src/staff/addresses/addresses.js';
import { ROLES } from '../../../src/staff/permissions/staff-principal.js';
import { eventually } from '../../support/clock.js';
import { TestLibrary } from '../../support/test-library.js';
import { PERMISSIONS } from '../../support/requests/staff-routes.js';
import { nameIn, PASSWORD } from '../../support/staff/staff-members.js';
import { ConsoleClient, hiddenIn, type Page } from '../../support/console/console-client.js';

let library: TestLibrary;
let staff: ConsoleClient;
let ofLibrary: string;

beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour & Sons <Library>' });
  ofLibrary = `/console/libraries/${library.websiteId}`;
  staff = await ConsoleClient.signIn(library);
});

test('a page may run nothing, load only its own style, and is not stored, as its headers alone say, too', async () => {
  const { status, headers } = await staff.get('/console');
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; frame-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  const head = await staff.send('/console/libraries', { method: 'HEAD' });
  expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await fetch(`${library.service.url}/console`, { method: 'HEAD' })).status).toBe(401);
});

test('a page begins with a link to its content, names the library, and marks the part of the console where it is', async () => {
  const { html, text } = await staff.get(ofLibrary);
  const [, target = ''] = /<body><a class="skip" href="#(\w+)">/.exec(html) ?? [];
  expect(html).toContain(`<main id="${target}"`);
  expect(text).toContain('Harbour & Sons <Library>');
  expect(html).not.toContain('<Library>');
  expect(html.match(/<a[^>]*aria-current="page"[^>]*>[^<]*/g)).toEqual([
    expect.stringContaining(`href="${ofLibrary}"`),
  ]);
});

test('the pages of a library have its logo and its color, also those that refuse something', async () => {
  const notices = { logo: 'https://harbour.example/logo.png', color: '#ffd400' };
  const branded = await TestLibrary.open({ name: 'Hafen' });
  await branded.import({ record: 'settings', websiteId: branded.websiteId, notices });
  const admin = await ConsoleClient.signIn(branded);
  const address = `/console/libraries/${branded.websiteId}`;
  for (const path of [address, `${address}/queues/${randomUUID()}`]) {
    const { html, headers } = await admin.get(path);
    expect(html).toContain(
      `<a class="brand" href="${address}" title="Hafen"><span class="plate"><img class="logo" src="${notices.logo}" alt/></span>`,
    );
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
    expect(style).toMatch(/^:root\{--brand:#ffd400;--on-brand:#000000;/);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(
      `; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}' 'self'; `,
    );
    expect(policy).toContain("; img-src 'self' data: https:; ");
  }
  // What was last read is shown.
  await eventually(async () => {
    const { status, html } = await admin.get(`${address}/nowhere`);
    expect(status).toBe(404);
    expect(html).toContain('title="Hafen"><span class="plate">');
    expect(html).toContain(':root{--brand:#ffd400;');
  });
});

test('a page leads to the documentation, and to no shelf where there is none', async () => {
  const { html } = await staff.get('/console');
  expect(html).toContain('<a href="/docs">');
  expect(html).not.toContain('/shelf');
});

test('staff of one library land on its Today, with what the form before has done', async () => {
  const { status, headers } = await staff.send('/console');
  expect([status, headers.get('location')]).toEqual([303, ofLibrary]);
  await staff.send('/console/account/sessions/end', { method: 'POST' });
  const message = 'You are signed out everywhere else.';
  expect((await staff.get('/console')).text).toContain(message);
  expect((await staff.get('/console')).text).not.toContain(message);
});

test('whoever signs out is sent to the page to sign in, from then on; nobody else gets in', async () => {
  const leaving = await ConsoleClient.signIn(library, 'leaving', ['desk']);
  const { html } = await leaving.get('/console');
  const [, action = ''] = /<form[^>]*action="([^"]+)"><button type="submit">Sign out/.exec(html) ?? [];
  expect((await leaving.send(action, { method: 'POST' })).status).toBe(303);
  expect((await leaving.send('/console')).headers.get('location')).toMatch(/^\/console\/sign-in/);
  for (const path of ['/console', '/console/libraries', ofLibrary])
    expect([path, (await fetch(`${library.service.url}${path}`)).status]).toEqual([path, 401]);
});

/** The last parts of the addresses in the navigation. */
function tabsOf({ html }: Page): string[] {
  const [, nav = ''] = /<nav aria-label="Library">(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/href="\/console\/libraries\/\d+\/([^"]+)"/g)].map(([, page = '']) => page);
}

test.each(ROLES)('the navigation of %s has the pages that are open to them', async (role) => {
  const member = await ConsoleClient.signIn(library, `another-${role}`, [role]);
  const pages = Object.values(MENUS).flatMap((menu) => menu.map(([page]): string => page));
  const open = pages.filter((page) =>
    PERMISSIONS[`GET /console/libraries/:websiteId/${page}`]?.roles.includes(role),
  );
  expect(tabsOf(await member.get(ofLibrary))).toEqual(open);
});

describe('a session that has ended', () => {
  let member: ConsoleClient;
  let name: string;
  let patrons: string;
  let number = 0;
  beforeEach(async () => {
    patrons = `${ofLibrary}/patrons`;
    const own = `ended${++number}`;
    name = nameIn(library, own);
    member = await ConsoleClient.signIn(library, own, ['desk']);
    await library.service.database.prisma.staffSession.deleteMany({ where: { staff: { name } } });
  });

  /** As a browser does, which sends the form on to where it is led. */
  async function signInWith(fields: Record<string, string>): Promise<Page> {
    const { status, headers } = await member.send('/console/sign-in', {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(status).toBe(307);
    return member.submit(headers.get('location') ?? '', fields);
  }

  test.each([
    ['a page', 'GET', 'Your session has ended. Sign in again to go on where you were.'],
    ['a form', 'POST', 'Your session has ended. What you sent was not done. Sign in again to go on'],
  ])('is told, and %s leads back to where it was', async (_, method, told) => {
    const headers = { referer: `${library.service.url}${patrons}` };
    const answer = await member.send(patrons, { method, headers });
    expect(answer.status).toBe(303);
    const page = await member.get(answer.headers.get('location') ?? '');
    expect(page.text).toContain(told);
    expect(page.html).toContain(`name="to" value="${patrons}"`);
  });

  test('gives back what was typed, to be sent after the sign-in', async () => {
    const typed = { text: 'Ånn & "Bob"' };
    const lookUp = `${patrons}/lookup`;
    const answer = await member.send(lookUp, {
      method: 'POST',
      body: new URLSearchParams(typed),
      headers: { referer: `${library.service.url}${patrons}` },
    });
    // The browser sends the form there, once more.
    expect(answer.status).toBe(307);
    const asked = await member.submit(answer.headers.get('location') ?? '', typed);
    expect(asked.text).toContain('What you sent was not done. What you typed comes back.');
    const signIn = { ...hiddenIn(asked), name };
    const wrong = await member.submit('/console/sign-in', { ...signIn, password: 'wrong' });
    expect(hiddenIn(wrong)).toEqual(hiddenIn(asked));
    const back = await signInWith({ ...signIn, password: PASSWORD });
    expect(back.text).toContain('You are signed in again. What you sent was not done: see the form');
    expect(back.html).toContain(`<form method="post" action="${lookUp}" id="kept-form">`);
    expect(back.html).toMatch(/name="text"[^>]* value="Ånn &amp; &quot;Bob&quot;"/);
  });

  test.each([
    ['a field', 'settings', 'settings', { 'notices.name': 'Hafen' }, /name="notices.name" value="Hafen"/],
    [
      'a choice',
      'settings',
      'settings',
      { 'notices.timeZone': 'Asia/Tokyo' },
      /value="Asia\/Tokyo" selected/,
    ],
    [
      'a box of one of two forms',
      'accounts',
      'accounts/tokens',
      { desk: 'true' },
      /id="kept-form">.*name="desk" checked/,
    ],
  ])('gives back %s', async (_, page, action, typed, expected) => {
    await library.service.database.prisma.staffRole.updateMany({
      where: { staff: { name } },
      data: { role: 'admin' },
    });
    const form = new URLSearchParams(typed).toString();
    const sent = { action: `${ofLibrary}/${action}`, form, to: `${ofLibrary}/${page}` };
    const back = await signInWith({ ...sent, name, password: PASSWORD });
    expect(back.html).toMatch(expected);
    expect([...back.html.matchAll(/id="kept-form"/g)]).toHaveLength(1);
  });

  test('keeps no password, and nothing that another site has sent', async () => {
    const body = new URLSearchParams({ currentPassword: PASSWORD });
    const own = await member.send('/console/account', { method: 'POST', body });
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await member.send(patrons, { method: 'POST', body, headers });
    expect([own.status, foreign.status]).toEqual([303, 303]);
    const again = await member.send('/console/sign-in/again', { method: 'POST', body, headers });
    expect(again.status).toBe(403);
    const elsewhere = { action: 'https://elsewhere.example/x', form: 'a=b', to: '//elsewhere.example' };
    const back = await signInWith({ ...elsewhere, name, password: PASSWORD });
    expect(back.html).not.toContain('elsewhere.example');
  });

  test('is also one that was signed out in another tab', async () => {
    await member.send('/console/sign-out', { method: 'POST' });
    const answer = await member.send(patrons, {
      method: 'POST',
      body: new URLSearchParams({ text: '1' }),
      headers: { referer: `${library.service.url}${patrons}` },
    });
    expect(answer.status).toBe(307);
  });

  test('of which another site sends a form leads to the first page', async () => {
    const answer = await new ConsoleClient(library.service.url).send('/console/account', {
      method: 'POST',
      headers: { referer: 'https://elsewhere.example/x' },
    });
    expect(answer.headers.get('location')).toBe('/console/sign-in');
  });
});

describe('an error', () => {
  test('keeps the navigation, whoever refuses the request', async () => {
    const buyer = await ConsoleClient.signIn(library, 'buyer', ['collections']);
    const refused = await buyer.get(`${ofLibrary}/patrons`);
    const missing = await buyer.get(`${ofLibrary}/imports/${randomUUID()}`);
    expect([refused.status, missing.status]).toEqual([403, 404]);
    expect(refused.text).toMatch(
      /Your role does not allow this .*ask an administrator.* To Today of (?:the library|Harbour & Sons <Library>) Error Forbidden/,
    );
    for (const page of [refused, missing]) {
      expect(tabsOf(page)).toEqual(expect.arrayContaining(['queues', 'imports']));
      expect(tabsOf(page)).not.toContain('patrons');
      expect(page.text).toContain('Sign out');
    }
    expect(tabsOf(await buyer.get('/console/libraries/999'))).toEqual([]);
  });

  test.each(['libraries/999', 'libraries/x', 'nowhere'])('at %s is a page with its message', async (path) => {
    const { status, headers, text } = await staff.get(`/console/${path}`);
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('etag')).toBeNull();
    expect(text).toMatch(
      /There is no such page The address may have a mistake.*Error NotFound\. Request [0-9a-f-]{36}\./,
    );
  });

  test('of a method says which there are, and beside the console there is none of its pages', async () => {
    const { status, headers } = await staff.submit('/console', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const beside = await staff.get('/consoles');
    expect([beside.status, beside.html]).toEqual([404, expect.not.stringContaining('class="top"')]);
  });
});

test('the style is kept for ever under an address that changes with it; that of another release is this one, and not kept', async () => {
  const { html } = await staff.get('/console');
  const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const css = Buffer.concat(
    ['src/platform/html/theme.css', 'src/staff/console/console.css'].map((file) => readFileSync(file)),
  );
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
  expect(address).toBe(`/console/console-${hash}.css`);
  const answer = await fetch(`${library.service.url}${address}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await answer.arrayBuffer()).equals(css)).toBe(true);
  const other = await fetch(`${library.service.url}/console/console-0123456789abcdef.css`);
  expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

const TIME = /<time datetime="([^"]+)" title="([^"]+)">([^<]+)<\/time>/;

test('times are in UTC until the library sets a zone, and then in UTC for programs and on hover', async () => {
  const title = await library.addTitle();
  await library.fillQueue(title, 1);
  const shown = async (): Promise<[string, string[]]> => {
    const { html, text } = await staff.get(queueAddress(library.websiteId, title.reserveId));
    return [text, [...(TIME.exec(html) ?? [])].slice(1)];
  };
  /** As a clock shows it that is so many minutes ahead of UTC. */
  const onClock = (utc: string, minutesAhead: number): string => {
    const moment = new Date(Date.parse(utc) + minutesAhead * 60_000);
    const day = moment.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    return `${day}, ${moment.toISOString().slice(11, 16)}`;
  };
  const [before, [utc = '', hint = '', text = '']] = await shown();
  expect(utc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(hint).toBe(`${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC`);
  expect(text).toBe(onClock(utc, 0));
  expect(before).toContain('Times of day are in UTC.');
  const notices = { timeZone: 'Asia/Kolkata' };
  await library.import({ record: 'settings', websiteId: library.websiteId, notices });
  const [after, inZone] = await shown();
  expect(inZone).toEqual([utc, hint, onClock(utc, 5.5 * 60)]);
  expect(after).toContain('Times of day are in the library’s zone, Asia/Kolkata.');
  // What concerns several libraries has the zone of none of them.
  expect((await staff.get('/console/libraries')).text).toContain('Times of day are in UTC.');
});
