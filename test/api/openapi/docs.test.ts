import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { CATALOG_URL, PUBLIC_URL, type ServiceUnderTest, sharedService } from '../../support/service.js';

let service: ServiceUnderTest;
let patron: PatronClient;
beforeAll(async () => {
  service = await sharedService();
  patron = new PatronClient(service.url, '');
});

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};
const FILES = readdirSync('dist/docs')
  .filter((name) => /\.(?:js|css|svg)$/.test(name))
  .map((name) => `/docs/${name}`)
  .sort();
const COLLECTION = '/docs/postman.json';
const ALL = ['/openapi.json', COLLECTION, '/docs', '/docs/', '/docs/try', '/docs/try/', ...FILES];

/** As it is before it is bundled with Swagger UI. */
const INITIALIZER = readFileSync('src/openapi/docs/initializer.mjs', 'utf8');

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

test.each(['/docs/try', '/docs/try/'])(
  '%s is a page that loads its own files, and reaches only its own origin',
  async (path) => {
    const { status, headers, text } = await patron.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('x-frame-options')).toBe('deny');
    expect((headers.get('content-security-policy') ?? '').split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(addressesOn(text, path).sort()).toEqual([...FILES, '/docs'].sort());
  },
);

test.each(['/docs', '/docs/'])(
  '%s needs no script, and leads to each operation where it is tried, and to the downloads',
  async (path) => {
    const { status, headers, text } = await patron.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    const { paths } = (await patron.get('/openapi.json')).body as Document;
    const operations = Object.values(paths)
      .flatMap((path) => Object.values(path as object) as { tags?: [string]; operationId: string }[])
      .flatMap(({ tags, operationId }) => (tags ? [`/${encodeURIComponent(tags[0])}/${operationId}`] : []));
    const addresses = addressesOn(text, path);
    expect(addresses).toEqual(expect.arrayContaining(['/openapi.json', COLLECTION]));
    const tried = addresses.filter((each) => each.startsWith('/docs/try#'));
    expect(tried.sort()).toEqual(operations.map((each) => `/docs/try#${each}`).sort());
    // Links to Swagger UI from when it was at this address.
    for (const operation of operations) expect(text).toContain(`id="${operation}"`);
  },
);

test.each(FILES)('%s is served, and may be kept', async (path) => {
  const { status, headers, text } = await patron.get(path);
  expect([status, headers.get('content-type')]).toEqual([200, MEDIA_TYPES[path.replace(/.*\./, '')]]);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(text.length).toBeGreaterThan(100);
});

test('what is ours in the page has no script of its own, and names no other origin', async () => {
  const page = (await patron.get('/docs/try')).text;
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);
  for (const text of [page, INITIALIZER]) expect(text).not.toMatch(/\w:\/\/|["'`(=]\/\//);
});

test('the licences of what is in the page are beside it, also of what its packages contain', async () => {
  const script = FILES.find((path) => path.endsWith('.js')) ?? '';
  const { text } = await patron.get(`${script}.LEGAL.txt`);
  for (const words of ['swagger-ui-dist', 'Apache License', 'DOMPurify']) expect(text).toContain(words);
});

test('no other file is there', async () => {
  const others = ['package.json', 'swagger-ui.css', 'docs.js', 'index.html', '..%2Fpackage.json'];
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
  if (encoding === 'br') expect(bytes).toBeLessThan(450_000);
});

test('the example’s Idempotency-Key is sent as a new one each time, and one of the reader’s as it is', async () => {
  const { requestInterceptor } = await optionsAt('http://127.0.0.1/docs/docs-ABCD2345.js');
  const { text } = await patron.get('/openapi.json');
  const [key = ''] = /(?<="Idempotency-Key".*?"example":)"(?:\\.|[^"])*"/.exec(text) ?? [];
  const example = JSON.parse(key) as string;
  const sent = async (key: string): Promise<string | undefined> =>
    (await requestInterceptor({ headers: { 'Idempotency-Key': key } })).headers['Idempotency-Key'];
  const keys = [await sent(example), await sent(example), example];
  expect(new Set(keys).size).toBe(3);
  expect(await sent('"mine"')).toBe('"mine"');
  expect(await requestInterceptor({ headers: {} })).toEqual({ headers: {} });
});

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly servers?: readonly { readonly url: string }[] }>>;
}

interface Headed {
  readonly headers: Readonly<Record<string, string>>;
}

interface SwaggerUIOptions {
  readonly url: string;
  readonly dom_id: string;
  readonly validatorUrl: unknown;
  requestInterceptor(request: Headed): Promise<Headed>;
  readonly plugins: readonly {
    readonly statePlugins?: {
      readonly spec?: {
        readonly wrapActions: {
          updateJsonSpec(update: (document: Document) => void): (document: Document) => void;
        };
      };
    };
  }[];
}

/** What the initializer hands to Swagger UI, when a browser loads it from this address. */
async function optionsAt(address: string): Promise<SwaggerUIOptions> {
  const started = Promise.withResolvers<SwaggerUIOptions>();
  Object.assign(globalThis, { SwaggerUI: started.resolve });
  const source = INITIALIZER.replace(/^import .*$/m, '').replaceAll('import.meta.url', `'${address}'`);
  // Node evaluates the same text once.
  await import(`data:text/javascript,${encodeURIComponent(source)}//${randomUUID()}`);
  Reflect.deleteProperty(globalThis, 'SwaggerUI');
  return started.promise;
}

test.each(['http://127.0.0.1:8080', 'https://proxy.example.org/holdfast'])(
  'operations are tried at %s when the page came from there',
  async (origin) => {
    const { url, dom_id, validatorUrl, plugins } = await optionsAt(`${origin}/docs/docs-ABCD2345.js`);
    expect([url, validatorUrl]).toEqual([`${origin}/openapi.json`, null]);
    expect((await patron.get('/docs/try')).text).toContain(`id="${dom_id.slice(1)}"`);

    const document = (await patron.get('/openapi.json')).body as Document;
    const serversOf = ({ servers, paths }: Document): string[] =>
      [servers, ...Object.values(paths).map((path) => path.servers ?? [])].flat().map(({ url }) => url);
    expect(new Set(serversOf(document))).toEqual(new Set([PUBLIC_URL, CATALOG_URL]));

    const updates: Document[] = [];
    for (const { statePlugins } of plugins)
      statePlugins?.spec?.wrapActions.updateJsonSpec((update) => updates.push(update))(document);
    expect(updates.map(serversOf)).toEqual([[origin]]);
    expect(updates.map(({ paths }) => Object.keys(paths))).toEqual([Object.keys(document.paths)]);
  },
);
