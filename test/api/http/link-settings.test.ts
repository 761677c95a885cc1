import { holdPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  const settings = { PUBLIC_URL: 'https://example.org/library/', CATALOG_URL: '', VENDOR: 'acme' };
  library = await TestLibrary.alone({}, settings);
});
afterAll(() => library.close());

test('every link starts with PUBLIC_URL, also those to the catalog if CATALOG_URL is empty', async () => {
  const { patron, title } = await library.ready();
  const texts = `${(await patron.profile()).text}${(await patron.find(title)).text}`;
  const hrefs = texts.match(/"href":"[^"]+"/g) ?? [];
  expect(hrefs.length).toBeGreaterThan(10);
  for (const href of hrefs) expect(href).toMatch(/^"href":"https:\/\/example\.org\/library\/v1\//);
});

test('every media type contains the vendor', async () => {
  const { patron, title } = await library.ready();
  const [profile, hold] = [await patron.profile(), await patron.find(title)];
  expect(profile.body.links.self.type).toBe('application/vnd.acme.circulation.api+json');
  expect(profile.body.links.holds.type).toBe('application/vnd.acme.circulation.api+json');
  expect(hold.body.links.self.type).toBe('application/vnd.acme.circulation.api+json');
  expect(hold.body.links.metadata.type).toBe('application/vnd.acme.api+json');
  expect(`${profile.text}${hold.text}`).not.toContain('holdfast');
});

test('the Location of a new hold starts with PUBLIC_URL', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const placed = await patron.place(title);
  expect(placed.headers.get('location')).toBe(`https://example.org/library${holdPath(title)}`);
});
