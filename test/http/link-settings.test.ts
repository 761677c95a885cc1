import { holdPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  const settings = { PUBLIC_URL: 'https://example.org/library/', CATALOG_URL: '', VENDOR: 'acme' };
  library = await TestLibrary.open({}, settings);
});
afterAll(() => library.close());

test('every link starts with the public address, and so do those of a catalog that has none of its own', async () => {
  const { reader, title } = await library.ready();
  const texts = `${(await reader.profile()).text}${(await reader.find(title)).text}`;
  const hrefs = texts.match(/"href":"[^"]+"/g) ?? [];
  expect(hrefs.length).toBeGreaterThan(10);
  for (const href of hrefs) expect(href).toMatch(/^"href":"https:\/\/example\.org\/library\/v1\//);
});

test('the vendor stands in every media type', async () => {
  const { reader, title } = await library.ready();
  const [profile, hold] = [await reader.profile(), await reader.find(title)];
  expect(profile.body.links.self.type).toBe('application/vnd.acme.circulation.api+json');
  expect(profile.body.links.holds.type).toBe('application/vnd.acme.circulation.api+json');
  expect(hold.body.links.self.type).toBe('application/vnd.acme.circulation.api+json');
  expect(hold.body.links.metadata.type).toBe('application/vnd.acme.api+json');
  expect(`${profile.text}${hold.text}`).not.toContain('holdfast');
});

test('the Location of a placed hold starts with the public address', async () => {
  const [reader, title] = [await library.reader(), await library.title()];
  const placed = await reader.place(title);
  expect(placed.headers.get('location')).toBe(`https://example.org/library${holdPath(title)}`);
});
