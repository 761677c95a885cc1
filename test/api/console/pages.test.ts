import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LIBRARY_PAGES } from '../../../src/console/addresses.js';
import { ROLES } from '../../../src/staff/permissions/staff-principal.js';
import { TestLibrary } from '../../support/test-library.js';
import { PERMISSIONS } from '../../support/requests/staff-routes.js';
import { PASSWORD } from '../../support/staff/staff-members.js';
import { ConsoleClient, type Page } from '../../support/console/console-client.js';
import { hiddenIn, linkTo } from './page-parts.js';

let library: TestLibrary;
let staff: ConsoleClient;

beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour & Sons <Library>' });
  staff = await ConsoleClient.signIn(library.service);
});
afterAll(() => library.close());

describe('a page', () => {
  test('may run nothing, and load only its own style', async () => {
    const { status, headers } = await staff.get('/console');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('is stored nowhere', async () => {
    expect((await staff.get('/console')).headers.get('cache-control')).toBe('no-store');
  });

  test('has the headers of a page when only they are asked for', async () => {
    const { status, headers } = await staff.send('/console/libraries', { method: 'HEAD' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await fetch(`${library.service.url}/console`, { method: 'HEAD' })).status).toBe(401);
  });

  test('names the library, and marks the part of the console where it is', async () => {
    const { html, text } = await staff.get(`/console/libraries/${library.websiteId}`);
    expect(text).toContain('Harbour & Sons <Library>');
    expect(html).not.toContain('<Library>');
    expect(html.match(/<a[^>]*aria-current="page"[^>]*>[^<]*/g)).toEqual([
      expect.stringContaining(`href="/console/libraries/${library.websiteId}"`),
    ]);
  });

  test('begins with a link to its content', async () => {
    const { html } = await staff.get('/console');
    const [, target = ''] = /<body><a class="skip" href="#(\w+)">/.exec(html) ?? [];
    expect(html).toContain(`<main id="${target}"`);
  });
});

test('staff of one library land on its Today, with what the form before has done', async () => {
  const { status, headers } = await staff.send('/console');
  expect([status, headers.get('location')]).toEqual([303, `/console/libraries/${library.websiteId}`]);
  await staff.send('/console/account/sessions/end', { method: 'POST' });
  const message = 'You are signed out everywhere else.';
  expect((await staff.get('/console')).text).toContain(message);
  expect((await staff.get('/console')).text).not.toContain(message);
});

test('whoever signs out is sent to the page to sign in, from then on', async () => {
  const leaving = await ConsoleClient.signIn(library.service, 'leaving', ['desk']);
  const { html } = await leaving.get('/console');
  const [, action = ''] = /<form[^>]*action="([^"]+)"><button type="submit">Sign out/.exec(html) ?? [];
  expect((await leaving.send(action, { method: 'POST' })).status).toBe(303);
  expect((await leaving.send('/console')).headers.get('location')).toMatch(/^\/console\/sign-in/);
});

describe('nobody gets in', () => {
  test.each(['/console', '/console/libraries', `/console/libraries/${library.websiteId}`])(
    'at %s without the right to',
    async (path) => {
      const answer = await fetch(`${library.service.url}${path}`);
      expect(answer.status).toBe(401);
    },
  );
});

/** The last parts of the addresses in the navigation. */
function tabsOf({ html }: Page): string[] {
  const [, nav = ''] = /<nav aria-label="Library">(.*?)<\/nav>/s.exec(html) ?? [];
  return [...nav.matchAll(/href="\/console\/libraries\/37\/([^"]+)"/g)].map(([, page = '']) => page);
}

test.each(ROLES)('the navigation of %s has the pages that are open to them', async (role) => {
  const member = await ConsoleClient.signIn(library.service, `tabs-${role}`, [role]);
  const open = LIBRARY_PAGES.map(([page]) => page).filter((page) =>
    PERMISSIONS[`GET /console/libraries/:websiteId/${page}`]?.roles.includes(role),
  );
  expect(tabsOf(await member.get(`/console/libraries/${library.websiteId}`))).toEqual(open);
});

describe('a session that has ended', () => {
  test.each([
    ['a page', 'GET', 'Your session has ended. Sign in again to go on where you were.'],
    ['a form', 'POST', 'Your session has ended. What you sent was not done. Sign in again to go on'],
  ])('is told, and %s leads back to where it was', async (_, method, told) => {
    const member = await ConsoleClient.signIn(library.service, `ended-${method.toLowerCase()}`, ['desk']);
    await library.service.database.prisma.$executeRaw`DELETE FROM staff_session`;
    staff = await ConsoleClient.signIn(library.service, `admin-after-${method.toLowerCase()}`);
    const address = `/console/libraries/${library.websiteId}/patrons`;
    const answer = await member.send(address, {
      method,
      headers: { referer: `${library.service.url}${address}` },
    });
    expect(answer.status).toBe(303);
    const page = await member.get(answer.headers.get('location') ?? '');
    expect(page.text).toContain(told);
    expect(page.html).toContain(`name="to" value="${address}"`);
  });

  test('gives back what was typed, to be sent after the sign-in', async () => {
    const member = await ConsoleClient.signIn(library.service, 'typed', ['desk']);
    await library.service.database.prisma.$executeRaw`DELETE FROM staff_session`;
    staff = await ConsoleClient.signIn(library.service, 'admin-after-typed');
    const address = `/console/libraries/${library.websiteId}/patrons`;
    const answer = await member.send(address, {
      method: 'POST',
      body: new URLSearchParams({ patron: 'Ånn & "Bob"' }),
      headers: { referer: `${library.service.url}${address}` },
    });
    // The browser sends the form there, once more.
    expect(answer.status).toBe(307);
    const asked = await member.submit(answer.headers.get('location') ?? '', { patron: 'Ånn & "Bob"' });
    expect(asked.text).toContain('What you sent was not done. What you typed comes back.');
    const signIn = { ...hiddenIn(asked), name: 'typed' };
    const wrong = await member.submit('/console/sign-in', { ...signIn, password: 'wrong' });
    expect(hiddenIn(wrong)).toEqual(hiddenIn(asked));
    const back = await member.submit('/console/sign-in', { ...signIn, password: PASSWORD });
    expect(back.text).toContain('This was not done, because your session had ended: Ånn & "Bob" Send it now');
    expect(back.html).toContain(`<form method="post" action="${address}">`);
    expect(hiddenIn(back)).toEqual({ patron: 'Ånn & "Bob"' });
    expect(linkTo(back, 'Back to the page, without a change')).toBe(address);
  });

  test('keeps no password, and nothing that another site has sent', async () => {
    const member = await ConsoleClient.signIn(library.service, 'careful', ['desk']);
    await library.service.database.prisma.$executeRaw`DELETE FROM staff_session`;
    staff = await ConsoleClient.signIn(library.service, 'admin-after-careful');
    const body = new URLSearchParams({ currentPassword: PASSWORD });
    const own = await member.send('/console/account', { method: 'POST', body });
    const patrons = `/console/libraries/${library.websiteId}/patrons`;
    const headers = { 'sec-fetch-site': 'cross-site' };
    const foreign = await member.send(patrons, { method: 'POST', body, headers });
    expect([own.status, foreign.status]).toEqual([303, 303]);
    const again = await member.send('/console/sign-in/again', { method: 'POST', body, headers });
    expect(again.status).toBe(403);
    const elsewhere = { action: 'https://elsewhere.example/x', form: 'a=b', to: '//elsewhere.example' };
    const back = await member.submit('/console/sign-in', {
      ...elsewhere,
      name: 'careful',
      password: PASSWORD,
    });
    expect([/action="([^"]*)"/.exec(back.html)?.[1], back.html.includes('elsewhere')]).toEqual([
      '/console',
      false,
    ]);
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
    const buyer = await ConsoleClient.signIn(library.service, 'buyer', ['collections']);
    const refused = await buyer.get(`/console/libraries/${library.websiteId}/patrons`);
    const missing = await buyer.get(`/console/libraries/${library.websiteId}/imports/${randomUUID()}`);
    expect([refused.status, missing.status]).toEqual([403, 404]);
    for (const page of [refused, missing]) {
      expect(tabsOf(page)).toEqual(expect.arrayContaining(['queues', 'imports']));
      expect(tabsOf(page)).not.toContain('patrons');
      expect(page.text).toContain('Sign out');
    }
    expect(tabsOf(await buyer.get('/console/libraries/999'))).toEqual([]);
  });

  test.each(['/console/libraries/999', '/console/libraries/x', '/console/nowhere'])(
    'at %s is a page with its message and its status',
    async (path) => {
      const { status, headers, text } = await staff.get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('etag')).toBeNull();
      expect(text).toMatch(/Page not found .*could not be found.*Error NotFound\. Request [0-9a-f-]{36}\./i);
    },
  );

  test('of a method says which there are', async () => {
    const { status, headers } = await staff.submit('/console', {});
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('beside the console stays JSON', async () => {
    for (const path of ['/consoles', '/v1/nowhere']) {
      const { status, headers } = await staff.get(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });
});

describe('the style', () => {
  test('is kept for ever under an address that changes with it', async () => {
    const { html } = await staff.get('/console');
    const [, address = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const css = readFileSync('src/console/console.css');
    const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);
    expect(address).toBe(`/console/console-${hash}.css`);
    const answer = await fetch(`${library.service.url}${address}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await answer.arrayBuffer()).equals(css)).toBe(true);
  });

  test('of another release is this one, and not kept', async () => {
    const answer = await fetch(`${library.service.url}/console/console-0123456789abcdef.css`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});
