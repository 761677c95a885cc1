import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { emptyLibrary } from '../../support/records.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { PUBLIC_URL, startService } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const PLACES = ['docs', 'openapi.json', 'v1/patrons/me', 'health/ready'];

let url: string;
beforeAll(async () => {
  ({ url } = (await TestLibrary.open()).service);
});

function ask(accept: string | undefined, method = 'GET', more: [string, string][] = []): Promise<RawAnswer> {
  const headers = [...(accept === undefined ? [] : [['Accept', accept] as [string, string]]), ...more];
  return sendRaw(url, { method, path: '/', headers });
}

const linksIn = ({ text }: RawAnswer): string[] =>
  [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);

describe('a browser', () => {
  test.each([BROWSER, 'text/html', 'TEXT/HTML', 'application/json;q=0.5, text/html;q=0.9'])(
    'that accepts %s gets a page',
    async (accept) => {
      const { status, headers } = await ask(accept);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('vary')).toContain('Accept');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-frame-options')).toBe('deny');
    },
  );

  test('reads what this is, in the words of readers, with addresses for programs under /docs', async () => {
    const page = await ask(BROWSER);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    // The name of the library, where there is only one.
    expect(page.text).toMatch(/<h1><bdi>[^<]+<\/bdi><\/h1>/);
    expect(page.text).toContain(`Holdfast ${version}<`);
    expect(page.text).toMatch(/<meta name="description" content="[^"]{30,}"/);
    expect(page.text).not.toMatch(/openapi|v1\/|curl|token/i);
    expect(linksIn(page)).toEqual(['docs']);
  });

  test('reads it in its own language', async () => {
    const { text, headers } = await ask(BROWSER, 'GET', [['Accept-Language', 'de-AT']]);
    expect(text).toContain('<html lang="de-AT" dir="ltr">');
    expect(text).toContain('>Für die Entwicklung</a>');
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  test.each(['/nowhere', '/v2/patrons/me', '/shelf'])(
    'that opens %s gets a page that leads back',
    async (path) => {
      const headers = { Accept: BROWSER, 'Accept-Language': 'fr' };
      const answer = await fetch(`${url}${path}`, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const html = await answer.text();
      expect(html).toContain('<h1>Cette page n’existe pas</h1>');
      expect(html).toContain('<a href="/">Aller à la page d’accueil</a>');
      expectRefusal(await sendRaw(url, { method: 'GET', path, headers: [['Accept', '*/*']] }), 'NotFound');
    },
  );

  test('may run nothing, and load nothing but a logo; the style is allowed by its hash', async () => {
    const { headers, text } = await ask(BROWSER);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    expect(headers.get('content-security-policy')?.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data: https:',
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ]);
    expect(text).not.toMatch(/<script|<img|<link|style=|\son\w+=|url\(|@import/i);
  });

  test('that has the page already need not get it again, and may ask by HEAD', async () => {
    const got = await ask(BROWSER);
    const again = await ask(BROWSER, 'GET', [['If-None-Match', got.headers.get('etag') ?? '']]);
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await ask(BROWSER, 'HEAD');
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
      expect(addresses).toEqual(PLACES.map((path) => `${PUBLIC_URL}/${path}`));
    },
  );

  test('finds something at each of the addresses', async () => {
    const client = new PatronClient(url, 'unknown');
    const statuses = await Promise.all(PLACES.map(async (link) => (await client.get(`/${link}`)).status));
    expect(statuses).toEqual([200, 200, 401, 200]);
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

test('the page has the name, the logo, the color and the homepage of the only library', async () => {
  const notices = {
    name: 'Hafen',
    homepage: 'https://hafen.example',
    logo: 'https://hafen.example/logo.png',
    color: '#7a1f3d',
  };
  const shelf = { help: 'https://hafen.example/help' };
  const only = await startService([
    ...emptyLibrary(37),
    { record: 'settings', websiteId: 37, notices, shelf },
  ]);
  try {
    // What was last read is shown.
    await eventually(async () => {
      const page = await fetch(only.url, { headers: { Accept: BROWSER } });
      const html = await page.text();
      expect(html).toContain(
        '<header class="masthead"><a class="brand" href="https://hafen.example" title="Hafen"><span class="plate"><img class="logo" src="https://hafen.example/logo.png" alt/></span><bdi class="name">Hafen</bdi></a></header>',
      );
      expect(html).toContain('<h1><bdi>Hafen</bdi></h1>');
      expect(html).toContain('<dt><a href="https://hafen.example/help">Help</a></dt>');
      expect(html).toContain(':root{--brand:#7a1f3d;');
    });
    const nowhere = await fetch(`${only.url}/nowhere`, { headers: { Accept: BROWSER } });
    expect(nowhere.status).toBe(404);
    const html = await nowhere.text();
    expect(html).toContain(':root{--brand:#7a1f3d;');
    expect(html).toContain('<bdi class="name">Hafen</bdi>');
  } finally {
    await only.close();
  }
});

test('in a sandbox the page leads to the console, and what the settings say stands in it as text', async () => {
  const odd = await startService([], { SANDBOX: 'true', PUBLIC_URL: "https://example.org/<b>'library'</b>" });
  try {
    const headers = [['Accept', 'text/html']] as const;
    const page = await sendRaw(odd.url, { method: 'GET', path: '/', headers });
    expect(linksIn(page)).toContain('console');
  } finally {
    await odd.close();
  }
});
