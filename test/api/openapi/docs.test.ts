import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readPublished } from '../../../src/openapi/published.js';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { type ServiceUnderTest, sharedService } from '../../support/service.js';

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await sharedService();
  patron = new PatronClient(service.url, '');
});

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
const FILES = readdirSync('dist/docs')
  .filter((name) => /\.(?:js|svg)$/.test(name))
  .map((name) => `/docs/${name}`)
  .sort();
const COLLECTION = '/docs/postman.json';
const OPERATION = '/docs/operations/placeHold';
const ALL = ['/openapi.json', COLLECTION, '/docs', '/docs/', OPERATION, `${OPERATION}/`, ...FILES];

const { paths } = JSON.parse(readPublished()) as Document;

/** By hand: `fetch` asks for a fresh answer whenever a test sends If-None-Match. */
function ask(method: string, path: string, known?: string): Promise<RawAnswer> {
  const headers = known === undefined ? [] : [['If-None-Match', known] as const];
  return sendRaw(service.url, { method, path, headers });
}

test('the description is serialised once, not for each request', async () => {
  await ask('GET', '/openapi.json');
  const stringify = jest.spyOn(JSON, 'stringify');
  for (let time = 0; time < 20; time++) expect((await ask('GET', '/openapi.json')).status).toBe(200);
  const documents = stringify.mock.calls.filter(([value]) => value instanceof Object && 'openapi' in value);
  stringify.mockRestore();
  expect(documents).toEqual([]);
});

/** Where a page leads, and what it loads. */
function addressesOn(page: string, path: string): string[] {
  const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
  return links
    .map((link) => new URL(link, `${service.url}${path}`))
    .map(({ pathname, hash }) => pathname + hash);
}

/** The page's policy, but for the style, which is allowed by its hash. */
function policyOf({ headers }: Awaited<ReturnType<PatronClient['get']>>): string[] {
  const parts = (headers.get('content-security-policy') ?? '').split('; ');
  return parts.map((part) => part.replace(/'sha256-.*'/, 'hash')).sort();
}

const POLICY = [
  "base-uri 'none'",
  "connect-src 'self'",
  "default-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self'",
];

test.each([OPERATION, `${OPERATION}/`])(
  '%s is a page that loads its own files, and reaches only its own origin',
  async (path) => {
    const answer = await patron.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('x-frame-options')).toBe('deny');
    expect(policyOf(answer)).toEqual([...POLICY, "script-src 'self'", 'style-src hash']);
    expect(addressesOn(answer.text, path).sort()).toEqual(
      [
        ...FILES,
        '/docs',
        '/docs#/Holds',
        '/openapi.json',
        COLLECTION,
        '/docs/operations/getPatronToken',
      ].sort(),
    );
    expect(answer.text).toMatch(/<meta name="description" content="Place a hold: /);
  },
);

test.each(['/docs', '/docs/'])(
  '%s needs no script, and leads to the page of each operation, and to the downloads',
  async (path) => {
    const answer = await patron.get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policyOf(answer)).toEqual([...POLICY, 'style-src hash']);
    expect(answer.text).toContain('<meta name="description"');
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    const addresses = addressesOn(answer.text, path);
    expect(addresses).toEqual(expect.arrayContaining(['/openapi.json', COLLECTION]));
    const pages = addresses.filter((each) => each.startsWith('/docs/operations/'));
    expect(pages.sort()).toEqual(operations.map((each) => `/docs/operations/${each.operationId}`).sort());
    // Links to Swagger UI from when it was at this address.
    for (const { tags, operationId } of operations)
      expect(answer.text).toContain(`id="/${encodeURIComponent(tags[0])}/${operationId}"`);
  },
);

test('the page of each operation has all that a request may say, and each status of its answer', async () => {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters, responses }] of Object.entries(methods)) {
      const { status, text } = await patron.get(`/docs/operations/${operationId}`);
      expect([operationId, status]).toEqual([operationId, 200]);
      expect(text).toContain(`<form data-method="${method.toUpperCase()}" data-path="${path}"`);
      for (const { name, in: place } of parameters) expect(text).toContain(`id="${place}-${name}"`);
      for (const each of Object.keys(responses)) expect(text).toContain(`<h3>${each}</h3>`);
    }
});

test('of a body each field can be typed, and its example stands there', async () => {
  const { text } = await patron.get(OPERATION);
  expect(text).toMatch(/<input id="field-reserveId"[^>]* value="53be238e-/);
  expect(text).toMatch(/<select id="field-ignoreHoldEmail".*?<option value="true">/);
  const form = (await patron.get('/docs/operations/getPatronToken')).text;
  expect(form).toMatch(/<input id="form-username"[^>]* required/);
  const records = (await patron.get('/docs/operations/importRecords')).text;
  expect(records).toMatch(/<textarea id="body-body"[^>]*>\{&quot;record/);
});

test('there is no page of an operation that is not there', async () => {
  for (const name of ['holds', '__proto__', 'constructor', 'placeHold%2F..'])
    expectRefusal(await ask('GET', `/docs/operations/${name}`), 'NotFound');
});

test.each(FILES)('%s is served, and may be kept', async (path) => {
  const { status, headers, text } = await patron.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, MEDIA_TYPES[path.replace(/.*\./, '')]]);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(text.length).toBeGreaterThan(100);
});

test('a page has no script in it, and its script names no other origin', async () => {
  const page = (await patron.get(OPERATION)).text;
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=/);
  expect(readFileSync('src/openapi/docs/try.mjs', 'utf8')).not.toMatch(/\w:\/\/|["'`(=]\/\//);
});

test('no other file is there', async () => {
  const others = ['package.json', 'try.js', 'index.html', '..%2Fpackage.json'];
  for (const name of [...others, '__proto__', 'constructor']) {
    expectRefusal(await ask('GET', `/docs/${name}`), 'NotFound');
    expect((await ask('HEAD', `/docs/${name}`)).status).toBe(404);
  }
});

test.each(ALL)('HEAD of %s has the headers of GET, and it is not sent again to who has it', async (path) => {
  const [got, head] = [await ask('GET', path), await ask('HEAD', path)];
  const comparable = ({ headers }: RawAnswer): object => ({
    ...Object.fromEntries(headers),
    date: '',
    'x-request-id': '',
  });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(comparable(head)).toEqual(comparable(got));
  const etag = got.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const again = await ask('GET', path, etag);
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await ask('GET', path, '"another"')).status).toBe(200);
});

test('only GET is allowed', async () => {
  expectRefusal(await ask('POST', '/docs'), 'MethodNotAllowed', 'GET, HEAD, OPTIONS');
  expectRefusal(await ask('DELETE', FILES[0] ?? ''), 'MethodNotAllowed', 'GET, HEAD, OPTIONS');
});

test.each([
  ['br', 'br, gzip', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
  [undefined, 'identity', (content: Buffer): Buffer => content],
] as const)('all of the page is compressed as %s for who accepts %j', async (encoding, accepted, expand) => {
  let bytes = 0;
  for (const path of ALL.filter((each) => !each.endsWith('/'))) {
    const { port } = new URL(service.url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'accept-encoding': accepted };
      request({ port, host: '127.0.0.1', path, headers }, resolve).on('error', reject).end();
    });
    expect([path, answer.headers['content-encoding']]).toEqual([path, encoding]);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    bytes += content.length;
    expect(expand(content).length).toBeGreaterThan(100);
  }
  if (encoding === 'br') expect(bytes).toBeLessThan(100_000);
});

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: object;
}
