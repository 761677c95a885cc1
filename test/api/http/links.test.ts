import { catalogClientOf } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';
import { mustSucceed } from '../../support/client.js';
import { TestLibrary } from '../../support/test-library.js';
import { CHECKOUTS, holdPath, HOLDS } from '../../support/paths.js';

/** The media type of what is at an address, by the address alone (contract: #media-types). */
function typeAt(href: string): string {
  const path = pathOf(href);
  if (path === '/') return 'text/html';
  if (path === '/v1/patrons/me/changes') return 'text/event-stream';
  if (/\/(?:formats|downloadlink|downloadredirect)\b/.test(path.split('?')[0] ?? ''))
    return 'application/vnd.holdfast.content.api+json';
  return `application/vnd.holdfast.${path.startsWith('/v1/patrons/') ? 'circulation.api' : 'api'}+json`;
}

interface Link {
  readonly href: string;
  readonly type: string;
}

/** Links and link templates, wherever they are; an action's type is that of the body to send. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('href' in value) return 'method' in value || isPicture(value as Link) ? [] : [value as Link];
  return Object.values(value).flatMap(linksIn);
}

function isPicture({ type }: Link): boolean {
  return type.startsWith('image/');
}

test('the type of every link follows from its address', async () => {
  const library = await TestLibrary.open();
  const patron = await library.addPatron();
  const [held, borrowed] = [await library.addTitle(1), await library.addTitle(1)];
  await mustSucceed(patron.place(held));
  await mustSucceed(patron.borrow(borrowed));
  const { products } = await catalogClientOf(patron);
  const paths = [
    '/v1/patrons/me',
    HOLDS,
    CHECKOUTS,
    `/v1/libraries/${library.websiteId}`,
    products,
    `${products}/${held.reserveId}`,
    `${products}/${held.reserveId}/metadata`,
    `${products}/${held.reserveId}/availability`,
    `${products.replace('/v1/', '/v2/')}/${held.reserveId}/availability`,
    `${products.replace('/v1/', '/v2/').replace(/products$/, 'availability')}?products=${held.reserveId}`,
  ];
  const seen = new Set<string>();
  for (const path of paths) {
    const links = linksIn((await mustSucceed(patron.get(path))).body);
    expect([path, links.length]).not.toEqual([path, 0]);
    for (const { href, type } of links) {
      expect([href, type]).toEqual([href, typeAt(href)]);
      seen.add(type);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(2);
});

test('every link and Location starts with PUBLIC_URL if CATALOG_URL is empty, and media types have the vendor', async () => {
  const settings = { PUBLIC_URL: 'https://example.org/library/', CATALOG_URL: '', VENDOR: 'acme' };
  const library = await TestLibrary.alone({}, settings);
  try {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const placed = await patron.place(title);
    expect(placed.headers.get('location')).toBe(`https://example.org/library${holdPath(title)}`);
    const [profile, hold] = [await patron.profile(), await patron.find(title)];
    const hrefs = `${profile.text}${hold.text}`.match(/"href":"[^"]+"/g) ?? [];
    expect(hrefs.length).toBeGreaterThan(10);
    for (const href of hrefs) expect(href).toMatch(/^"href":"https:\/\/example\.org\/library\/v1\//);
    expect([hold.body.links.self.type, hold.body.links.metadata.type]).toEqual([
      'application/vnd.acme.circulation.api+json',
      'application/vnd.acme.api+json',
    ]);
    expect(`${profile.text}${hold.text}`).not.toContain('holdfast');
  } finally {
    await library.close();
  }
});
