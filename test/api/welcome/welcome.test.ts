import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { PUBLIC_URL, type ServiceUnderTest, startService } from '../../support/service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

function ask(accept: string | undefined, method = 'GET', more: [string, string][] = []): Promise<RawAnswer> {
  const headers = [...(accept === undefined ? [] : [['Accept', accept] as [string, string]]), ...more];
  return sendRaw(service.url, { method, path: '/', headers });
}

function policyOf({ headers }: RawAnswer): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return Object.fromEntries(directives.map((each) => each.split(/ (.*)/s) as [string, string]));
}

describe('a browser', () => {
  test.each([BROWSER, 'text/html', 'TEXT/HTML', 'application/json;q=0.5, text/html;q=0.9'])(
    'that accepts %s gets a page',
    async (accept) => {
      const answer = await ask(accept);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('x-frame-options')).toBe('deny');
    },
  );

  test('reads what this is, and which version', async () => {
    const { text } = await ask(BROWSER);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(text).toContain('<h1>Holdfast</h1>');
    expect(text).toContain(`Version ${version}<`);
    expect(text).toContain(`${PUBLIC_URL}/v1/patrons/me`);
  });

  test('finds something at every link', async () => {
    const { text } = await ask(BROWSER);
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links).toEqual(['docs', 'openapi.json', 'v1/patrons/me', 'health/ready']);
    const client = new PatronClient(service.url, 'unknown');
    const statuses = await Promise.all(links.map(async (link) => (await client.get(`/${link}`)).status));
    expect(statuses).toEqual([200, 200, 401, 200]);
  });

  test('may run and load nothing; the style is allowed by its hash', async () => {
    const answer = await ask(BROWSER);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(answer.text) ?? [];
    expect(policyOf(answer)).toEqual({
      'default-src': "'none'",
      'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(answer.text).not.toMatch(/<script|<img|<link|style=|\son\w+=|url\(|@import/i);
  });

  test('that has the page already need not get it again', async () => {
    const etag = (await ask(BROWSER)).headers.get('etag') ?? '';
    const again = await ask(BROWSER, 'GET', [['If-None-Match', etag]]);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('may ask by HEAD', async () => {
    const [got, head] = [await ask(BROWSER), await ask(BROWSER, 'HEAD')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
  });
});

describe('a program', () => {
  test.each([undefined, '*/*', 'text/*', 'text/html;q=0, */*', 'text/plain', ''])(
    'that accepts %s, as curl does, reads the addresses as text',
    async (accept) => {
      const { status, headers, text } = await ask(accept);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(headers.get('vary')).toContain('Accept');
      const addresses = [...text.matchAll(/^\S+:\/\/\S+/gm)].map(([address]) => address);
      const paths = ['/docs', '/openapi.json', '/v1/patrons/me', '/health/ready'];
      expect(addresses).toEqual(paths.map((path) => PUBLIC_URL + path));
    },
  );

  test('reads of the same places as a browser, in the same words', async () => {
    const [page, text] = await Promise.all([ask(BROWSER), ask(undefined)]);
    const told = [...page.text.matchAll(/href="([^"]*)">[^<]*<\/a><\/dt><dd>([^<]*)</g)];
    expect(told).toHaveLength(4);
    for (const [, path = '', purpose = ''] of told)
      expect(text.text).toMatch(new RegExp(`^${PUBLIC_URL}/${path} +${purpose}$`, 'm'));
  });

  test.each(['application/json', 'image/*', 'text/plain;q=0'])(
    'that accepts %s is told that there is nothing',
    async (accept) => {
      const answer = await ask(accept);
      expectRefusal(answer, 'NotFound');
      expect(answer.headers.get('vary')).toContain('Accept');
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('finds nothing by %s either', async (method) => {
    for (const accept of [undefined, BROWSER]) expectRefusal(await ask(accept, method), 'NotFound');
  });
});

test('where there is a shelf, the page leads there first', async () => {
  const withShelf = await startService([], { SHELF: 'true' });
  try {
    const path = { method: 'GET', path: '/', headers: [['Accept', 'text/html']] as const };
    const [link] = [...(await sendRaw(withShelf.url, path)).text.matchAll(/href="([^"]*)"/g)];
    expect(link?.[1]).toBe('shelf');
    expect((await sendRaw(withShelf.url, { method: 'GET', path: '/' })).text).toContain(
      `${PUBLIC_URL}/shelf `,
    );
    expect((await new PatronClient(withShelf.url, '').get('/shelf')).status).toBe(200);
  } finally {
    await withShelf.close();
  }
});

test.each([
  ['true', true],
  ['false', false],
])('with SANDBOX=%s the page leads to the console: %s', async (SANDBOX, isThere) => {
  const running = await startService([], { SANDBOX });
  try {
    const path = { method: 'GET', path: '/', headers: [['Accept', 'text/html']] as const };
    expect((await sendRaw(running.url, path)).text.includes('href="console"')).toBe(isThere);
  } finally {
    await running.close();
  }
});

test('what the settings say stands in the page as text', async () => {
  const odd = await startService([], { PUBLIC_URL: "https://example.org/<b>'library'</b>" });
  try {
    const path = { method: 'GET', path: '/', headers: [['Accept', 'text/html']] as const };
    const { text } = await sendRaw(odd.url, path);
    expect(text).toContain("https://example.org/&lt;b>'library'&lt;/b>/v1/patrons/me");
  } finally {
    await odd.close();
  }
});
