import { CATALOG_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { type CatalogClient, newCatalogClient } from '../../support/catalog-client.js';

/** A service that draws the covers that no record names. */
let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { DRAWN_COVERS: 'true' });
  adult = await newCatalogClient(library);
});
afterAll(() => library.close());

test('a title without images shows the drawn cover in every size, wherever it is told of', async () => {
  const title = await library.addTitle(1);
  const drawn = { href: `${CATALOG_URL}/covers/${title.reserveId}.svg`, type: 'image/svg+xml' };
  const images = { thumbnail: drawn, cover: drawn, cover150Wide: drawn, cover300Wide: drawn };

  expect((await adult.metadata(title)).body.images).toEqual(images);
  expect((await adult.patron.get(`${adult.products}/${title.reserveId}`)).body.images).toEqual(images);
});

test('a title’s own images go before the drawn cover, also when some sizes are missing', async () => {
  const cover = { href: 'https://images.example.org/1.jpg', type: 'image/jpeg' };
  const title = await library.addTitle(1, { images: { cover } });
  expect((await adult.metadata(title)).body.images).toEqual({ cover });
});
