import { Addresses } from '../../../src/http/answers/addresses.js';
import { readConfig } from '../../../src/platform/settings/config.js';
import { expectRefusal } from '../../support/answers.js';
import { type RawAnswer, sendRaw } from '../../support/requests/raw-request.js';
import { reserveIdOf, title } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

const FRANKENSTEIN = { title: 'Frankenstein', creators: [{ role: 'Author', name: 'Mary Shelley' }] };

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService([title(1, FRANKENSTEIN)], { DRAWN_COVERS: 'true' });
});
afterAll(() => service.close());

let lastTitle = 1;

/** Without a token, as browsers ask for pictures. */
function ask(path: string, known?: string, method = 'GET'): Promise<RawAnswer> {
  const headers = known === undefined ? [] : [['If-None-Match', known] as const];
  return sendRaw(service.url, { method, path, headers });
}

function coverPath(number: number): string {
  return `/covers/${reserveIdOf(number)}.svg`;
}

/** The cover of a new title. */
async function drawn(members: object): Promise<string> {
  const number = ++lastTitle;
  await service.import(title(number, members));
  const { status, text } = await ask(coverPath(number));
  expect(status).toBe(200);
  return text;
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** What a person reads: the title's lines and the creator's. */
function textsIn(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, lines = '']) =>
    lines.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+);/g, (_, name: string) => CHARACTERS[name] ?? ''),
  );
}

describe('a cover', () => {
  test('shows the title and its first creator, and may be kept for a day by anyone', async () => {
    const answer = await ask(coverPath(1));
    expect(answer.status).toBe(200);
    const names = ['content-type', 'cache-control', 'pragma', 'expires', 'content-security-policy'];
    expect(names.map((name) => answer.headers.get(name))).toEqual([
      'image/svg+xml; charset=utf-8',
      'public, max-age=86400',
      null,
      null,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(answer.headers.get('x-frame-options')).toBe('deny');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(textsIn(answer.text)).toEqual(['Frankenstein', 'Mary Shelley']);
  });

  test('has no script, no style and no address but the namespace', async () => {
    const { text } = await ask(coverPath(1));
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    const tags = new Set([...text.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag));
    for (const tag of ['script', 'style', 'image', 'use', 'a', 'foreignObject'])
      expect([tag, tags.has(tag)]).toEqual([tag, false]);
    expect(text.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/:\/\/|href|url\(|\son\w+=/i);
  });

  test('is found under either identifier, in any case, and looks the same each time', async () => {
    const { text } = await ask(coverPath(1));
    for (const path of ['/covers/1.svg', coverPath(1).replace(/[^/]+(?=\.svg$)/, (id) => id.toUpperCase())])
      expect((await ask(path)).text).toBe(text);
  });

  test('need not be sent again while the title stays as it is', async () => {
    await service.import(title(900, { title: 'Before' }));
    const first = await ask(coverPath(900));
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
    const again = await ask(coverPath(900), etag);
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('public, max-age=86400');
    await service.import(title(900, { title: 'After' }));
    const changed = await ask(coverPath(900), etag);
    expect([changed.status, textsIn(changed.text)[0]]).toEqual([200, 'After']);
  });

  test('answers HEAD as GET, without a body', async () => {
    const [got, head] = [await ask(coverPath(1)), await ask(coverPath(1), undefined, 'HEAD')];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
  });

  test('repeats nothing of a title as markup', async () => {
    const hostile = `</text> <script> alert("1") & 'quotes' <![CDATA[ ]]> &#60;`;
    const svg = await drawn({ title: hostile, creators: [{ role: 'Author', name: '<b onload="x">' }] });
    expect(svg).not.toMatch(/<script|<b|<!|]]>|onload="/);
    expect(textsIn(svg)).toEqual([hostile, '<b onload="x">']);
  });

  test('leaves out what XML cannot hold', async () => {
    const svg = await drawn({ title: 'Tab\there, \u0001control,\uffff nothing', creators: [] });
    expect(textsIn(svg)).toEqual(['Tab here, control, nothing']);
  });

  test('runs from the right for a title that does, and stands left otherwise', async () => {
    const arabic = await drawn({
      title: 'ألف ليلة وليلة',
      creators: [{ role: 'Author', name: 'Anonymous' }],
    });
    const [title = '', creator = ''] = arabic.match(/<text.*?<\/text>/g) ?? [];
    expect(title).toMatch(/^<text [^>]*direction="rtl"><tspan x="272"/);
    expect(creator).toMatch(/^<text [^>]*text-anchor="end"><tspan x="272"/);
    const english = await drawn({ title: 'A Thousand Nights and a Night', languages: ['en'] });
    expect(english).not.toMatch(/direction|text-anchor/);
    expect(english).toContain('<tspan x="28"');
  });

  test('says the language of the title where its record has one', async () => {
    expect(await drawn({ title: '坊っちゃん', languages: ['ja', 'en'] })).toMatch(/^<svg [^>]*xml:lang="ja"/);
    expect(await drawn({ title: 'No language', languages: ['"><script>'] })).not.toContain('xml:lang');
  });

  test.each([
    ['Latin', 'Word after word '.repeat(60)],
    ['one word', 'x'.repeat(1000)],
    ['Japanese', '吾輩は猫である'.repeat(142)],
    ['emoji of many parts', '👩‍👩‍👧‍👦'.repeat(90)],
  ])('of a title as long as records allow is cut: %s', async (_, long) => {
    const svg = await drawn({ title: long });
    expect(Buffer.byteLength(svg)).toBeLessThan(2048);
    expect(textsIn(svg)[0]).toMatch(/…$/);
  });

  test('differs from title to title', async () => {
    const colours = new Set<string>();
    for (let n = 0; n < 20; n++) {
      const [, background = ''] = /fill="(#[0-9a-f]{6})"/.exec(await drawn({})) ?? [];
      colours.add(background);
    }
    expect(colours.size).toBeGreaterThanOrEqual(4);
  });
});

test.each(['/covers/999999.svg', `${coverPath(999_999)}`, '/covers/frankenstein.svg', '/covers/0.svg'])(
  '%s is of no title: not found, and not kept',
  async (path) => {
    expectRefusal(await ask(path), 'NotFound');
  },
);

test.each(['/covers/1', '/covers/1.png', '/covers', '/covers/.svg'])(
  'at %s there is nothing',
  async (path) => {
    expectRefusal(await ask(path), 'NotFound');
  },
);

test('the address for the catalog leads to the cover, from the catalog’s base', async () => {
  const catalog = 'https://catalog.example.org/base';
  const addresses = new Addresses(readConfig({ CATALOG_URL: catalog, DRAWN_COVERS: 'true' }));
  const link = addresses.coverLink(reserveIdOf(1));
  expect(link).toEqual({ href: `${catalog}${coverPath(1)}`, type: 'image/svg+xml' });
  expect((await ask((link?.href ?? '').slice(catalog.length))).status).toBe(200);
});

describe('without the setting', () => {
  test('covers are drawn with the embedded database, and not with one of the library’s own', () => {
    const DATABASE_URL = 'postgres://nowhere';
    expect(readConfig({}).drawnCovers).toBe(true);
    expect(readConfig({ DATABASE_URL }).drawnCovers).toBe(false);
    expect(readConfig({ DRAWN_COVERS: 'false' }).drawnCovers).toBe(false);
    expect(readConfig({ DATABASE_URL, DRAWN_COVERS: 'true' }).drawnCovers).toBe(true);
  });

  test('no link is given, and the address leads nowhere', async () => {
    const addresses = new Addresses(readConfig({ DRAWN_COVERS: 'false' }));
    expect(addresses.coverLink(reserveIdOf(1))).toBeUndefined();
    const without = await startService([title(1)]);
    try {
      expectRefusal(await sendRaw(without.url, { method: 'GET', path: coverPath(1) }), 'NotFound');
    } finally {
      await without.close();
    }
  });
});
