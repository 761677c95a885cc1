import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createMailTransport } from '../../../../src/notifications/sending/mail-transport.js';
import { readConfig } from '../../../../src/platform/settings/config.js';
import { isLocalSandbox } from '../../../../src/shelf/local-sandbox.js';
import { expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { emptyLibrary } from '../../../support/records.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { LOCAL_SANDBOX } from './shelf-library.js';

/** Of the page, and of its views. */
const ADDRESSES = ['/shelf', '/shelf/', '/shelf/holds', '/shelf/loans/', '/shelf/search?q=emma'];

const DATABASE_URL = 'postgres://localhost/holdfast';

describe('the page', () => {
  let service: ServiceUnderTest;
  let client: PatronClient;
  beforeAll(async () => {
    const names = [
      { websiteId: 38, name: 'Zuse & Sons' },
      { websiteId: 37, name: 'abbey' },
    ];
    service = await startService(
      names.flatMap(({ websiteId, name }) => emptyLibrary(websiteId, { name })),
      { SHELF: 'true' },
    );
    client = new PatronClient(service.url, '');
  });
  afterAll(() => service.close());

  const optionsIn = (text: string): string[] =>
    [...text.matchAll(/<option value="(\d+)">([^<]*)</g)].map(([, id, name]) => `${id} ${name}`);

  test.each(ADDRESSES)('at %s may load and reach only its own origin, and covers', async (path) => {
    const { status, headers, text } = await client.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' https:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  });

  test.each(ADDRESSES)('at %s finds its files, which may be kept for a year', async (path) => {
    const { text } = await client.get(path);
    const links = [...text.matchAll(/<(?:link|script)\b[^>]* (?:href|src)="([^"]*)"/g)].map(
      ([, link = '']) => link,
    );
    const types = await Promise.all(
      links.map(async (link) => {
        const { pathname } = new URL(link, `${service.url}${path}`);
        expect(pathname).toMatch(/^\/shelf\/[\w-]+-[A-Z0-9]{8}\.\w+$/);
        const { headers } = await client.get(pathname);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        return headers.get('content-type');
      }),
    );
    expect(types.sort()).toEqual([
      'image/svg+xml',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  test.each([
    ['br', 'br, gzip', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (content: Buffer): Buffer => content],
  ] as const)('has its script compressed as %s for who accepts %j', async (encoding, accepted, expand) => {
    const { text } = await client.get('/shelf');
    const [, script] = /src="([^"]*\/main-[^"]*)"/.exec(text) ?? [];
    const { port } = new URL(service.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': accepted };
      request({ port, host: '127.0.0.1', path: `/${script}`, headers }, resolve)
        .on('error', reject)
        .end();
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    expect(expand(content).toString()).toContain('/v1/patrons/me');
    if (encoding !== undefined) expect(content.length).toBeLessThan(21_000);
  });

  test.each(ADDRESSES)('at %s leads to the description of the API, and to no other page', async (path) => {
    const { text } = await client.get(path);
    const links = [...text.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(
      ([, link]) => new URL(link ?? '', `${service.url}${path}`).pathname,
    );
    expect(links).toEqual(['/docs']);
    expect((await client.get('/docs')).status).toBe(200);
  });

  test('finds its forms', async () => {
    const { text } = await client.get('/shelf');
    const actions = [...text.matchAll(/<form id="([\w-]+)" action="([^"]*)"/g)];
    expect(actions.map(([, id, action]) => [id, action])).toEqual([
      ['sign-in', 'shelf/sign-in'],
      ['sign-out', 'shelf/sign-out'],
    ]);
  });

  test('offers the libraries by name, or the one that it is asked for', async () => {
    expect(optionsIn((await client.get('/shelf')).text)).toEqual(['37 abbey', '38 Zuse &amp; Sons']);
    expect((await client.get('/shelf?library=38')).text).toContain(
      '<input type="hidden" name="websiteId" value="38"/>',
    );
    expect(optionsIn((await client.get('/shelf?library=99')).text)).toHaveLength(2);
    expectRefusal(await client.get('/shelf?library=x'), 'InvalidFieldValue');
  });

  test.each(['main.js', 'sandbox', '__proto__', '..%2Fpackage.json', 'sign-in', 'search/emma', 'Loans'])(
    'has no file %s',
    async (name) => {
      expectRefusal(await client.get(`/shelf/${name}`), 'NotFound');
    },
  );

  test.each(['search/emma', 'Loans', 'a/b/c', 'main.js', '?library=x'])(
    'tells a person at %s that there is no such page, with the way back',
    async (path) => {
      const address = `${service.url}/shelf${path.startsWith('?') ? '' : '/'}${path}`;
      const answer = await fetch(address, {
        headers: { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'de-AT,en' },
      });
      const html = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        path.startsWith('?') ? 400 : 404,
        'text/html; charset=utf-8',
      ]);
      expect(html).toContain('<html lang="de-AT" dir="ltr">');
      expect(html).toContain('<h1>Diese Seite gibt es nicht</h1>');
      const [, back = ''] = /<a href="([^"]*)">Zu meinem Regal</.exec(html) ?? [];
      const [, style = ''] = /rel="stylesheet" href="([^"]*)"/.exec(html) ?? [];
      for (const href of [back, style]) expect((await fetch(new URL(href, address))).status).toBe(200);
    },
  );

  test('has neither a clock nor mails nor cards where it is no sandbox', async () => {
    for (const path of ['clock', 'mails'])
      expectRefusal(await client.get(`/shelf/sandbox/${path}`), 'NotFound');
    expect((await client.get('/shelf')).text).not.toMatch(/sandbox-|demo library/);
  });
});

test('without SHELF there is no shelf; with the embedded database there is', async () => {
  expect(readConfig({}).shelf).toBe(true);
  expect(readConfig({ SHELF: 'false' }).shelf).toBe(false);
  expect(readConfig({ DATABASE_URL }).shelf).toBe(false);
  const service = await startService();
  const client = new PatronClient(service.url, '');
  for (const path of ['/shelf', '/shelf/sandbox/clock']) expectRefusal(await client.get(path), 'NotFound');
  await service.close();
});

describe('a sandbox on one’s own machine', () => {
  let service: ServiceUnderTest;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-shelf-'));
    service = await startService([], { ...LOCAL_SANDBOX, DATA_DIR: folder });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const CLOCK = '/shelf/sandbox/clock';
  const MAILS = '/shelf/sandbox/mails';
  type Headers = readonly (readonly [string, string])[];

  const ask = (path: string, headers: Headers = [], body?: string): Promise<RawAnswer> =>
    sendRaw(service.url, {
      method: body === undefined ? 'GET' : 'POST',
      path,
      headers: [...headers, ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const])],
      ...(body !== undefined && { body }),
    });
  const aheadSeconds = async (): Promise<number> =>
    (JSON.parse((await ask(CLOCK)).text) as { aheadSeconds: number }).aheadSeconds;

  test('lets its own page move the clock, and no other', async () => {
    const body = '{"advanceSeconds":3600}';
    for (const headers of [
      [],
      [['Sec-Fetch-Site', 'cross-site']],
      [['Origin', 'https://evil.example.org']],
    ] as Headers[])
      expect((await ask(CLOCK, headers, body)).status).toBe(400);
    expect(await aheadSeconds()).toBe(0);
    expect((await ask(CLOCK, [['Sec-Fetch-Site', 'same-origin']], body)).status).toBe(200);
    expect(await aheadSeconds()).toBe(3600);
  });

  test.each([
    'evil.example.org',
    'evil.example.org:80',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '',
  ])('is not there under the name %j, which somebody else may have pointed here', async (host) => {
    const headers: Headers = [
      ['Host', host],
      ['Sec-Fetch-Site', 'same-origin'],
    ];
    for (const answer of [
      await ask(CLOCK, headers),
      await ask(CLOCK, headers, '{"reset":true}'),
      await ask(MAILS, headers),
    ])
      expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('NotFound')]);
  });

  test('shows the mails that were written, the newest first', async () => {
    expect(JSON.parse((await ask(MAILS)).text)).toEqual({ mails: [] });
    const transport = createMailTransport(readConfig({ ...LOCAL_SANDBOX, DATA_DIR: folder }));
    for (const subject of ['First', 'Grüße & more']) {
      await transport.deliver(
        {
          sender: { name: 'Library', address: 'library@example.org', replyTo: null, bouncesTo: null },
          to: 'reader@example.org',
          subject,
          messageId: `${subject.length}@example.org`,
          text: `Für dich: ${subject}\n`,
          html: '<p>Not this.</p>',
          language: 'de',
        },
        new AbortController().signal,
      );
    }
    const { mails } = JSON.parse((await ask(MAILS)).text) as { mails: unknown[] };
    const writtenAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
    const to = 'reader@example.org';
    expect(mails).toEqual([
      { writtenAt, to, subject: 'Grüße & more', text: 'Für dich: Grüße & more' },
      { writtenAt, to, subject: 'First', text: 'Für dich: First' },
    ]);
  });

  test('shows the demo library’s cards once that is loaded, and no others', async () => {
    const page = async (): Promise<string> => (await ask('/shelf')).text;
    await service.import(...emptyLibrary(37, { name: 'Not the demo' }));
    expect(await page()).not.toContain('data-pin');
    await service.import(...emptyLibrary(37, { name: 'Harbour Public Library' }));
    expect(await page()).toContain('data-website-id="37" data-card-number="28000000001001" data-pin="2468"');
  });
});

test.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:8080' }],
  [true, { DATABASE_URL, SANDBOX: 'true', HOST: '127.0.0.1', PUBLIC_URL: 'http://[::1]:8080' }],
  [false, { SANDBOX: 'false' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '192.168.1.7' }],
  [false, { PUBLIC_URL: 'https://sandbox.example.org' }],
  [false, { PUBLIC_URL: 'http://localhost.example.org' }],
  [false, { DATABASE_URL, SANDBOX: 'true' }],
  [false, { NODE_ENV: 'production' }],
])('only its own machine reaches the sandbox: %s with %j', (expected, settings) => {
  expect(isLocalSandbox(readConfig(settings))).toBe(expected);
});
