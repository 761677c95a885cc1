import { expectOk, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { CATALOG_URL } from '../support/service.js';
import { TestLibrary } from '../support/test-library.js';
import { type Browser, newBrowser, pathOf } from './shelves.js';

let library: TestLibrary;
let adult: Browser;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newBrowser(library);
});
afterAll(() => library.close());

const CREATORS = [
  { role: 'Author', name: 'Mary Shelley' },
  { role: 'Illustrator', name: 'Lynd Ward' },
];
const CATALOG = 'application/vnd.holdfast.api+json';

describe('a title’s metadata', () => {
  test('is its record as it was brought in', async () => {
    const title = await library.title(1, {
      title: 'Frankenstein; or, The Modern Prometheus',
      creators: CREATORS,
      formatClass: 'Audiobook',
      formats: ['audiobook-mp3'],
      subjects: ['Horror', 'Classic Literature'],
      languages: ['en', 'de'],
      addedDate: '2025-03-30',
    });
    const answer = await adult.metadata(title);
    const product = `${CATALOG_URL}${adult.products}/${title.reserveId}`;

    expectOk(answer);
    expect(answer.body).toEqual({
      id: title.reserveId,
      crossRefId: title.crossRefId,
      title: 'Frankenstein; or, The Modern Prometheus',
      creators: CREATORS,
      formatClass: 'Audiobook',
      formats: [{ id: 'audiobook-mp3' }],
      subjects: ['Horror', 'Classic Literature'],
      languages: ['en', 'de'],
      addedDate: '2025-03-30',
      links: {
        self: { href: `${product}/metadata`, type: CATALOG },
        availability: {
          href: `${product}/availability`,
          type: CATALOG,
        },
      },
    });
    expect((await adult.reader.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
    expectOk(await adult.reader.get(pathOf(answer.body.links.availability.href)));
  });

  test('has empty lists, and no date, where nothing is known', async () => {
    const title = await library.title(1, { creators: [] });
    const { body } = await adult.metadata(title);
    expect(body).toMatchObject({ creators: [], subjects: [], languages: [] });
    expect(body).not.toHaveProperty('addedDate');
  });

  test('is found under either identifier, and by the link of a hold and of a loan', async () => {
    const title = await library.title(1);
    const { text } = await adult.metadata(title);
    for (const id of [title.crossRefId, title.reserveId.toUpperCase()])
      expect((await adult.reader.get(`${adult.products}/${id}/metadata/`)).text).toBe(text);
    const { body: hold } = await granted(adult.reader.place(title));
    expect((await adult.reader.get(pathOf(hold.links.metadata.href))).text).toBe(text);
    const { body: loan } = await granted(adult.reader.borrow(title));
    expect((await adult.reader.get(pathOf(loan.links.metadata.href))).text).toBe(text);
  });

  test('of a title of none of the patron’s collections is not found', async () => {
    const child = await newBrowser(library, { category: 'child' });
    for (const title of [await library.title({ adults: 1 }), await library.title({})]) {
      expectRefusal(await child.metadata(title), 'NotFound');
      expectRefusal(await child.product(title), 'NotFound');
      expectRefusal(await child.reader.get(`${child.products}/${title.crossRefId}/metadata`), 'NotFound');
    }
  });
});

describe('a product', () => {
  test('is a title as searches find it', async () => {
    const title = await library.title(1, { title: 'Zanzibarium', creators: CREATORS });
    const [product, found] = [await adult.product(title), await adult.search({ q: 'zanzibarium' })];
    expectOk(product);
    expect(product.body).toEqual({
      id: title.reserveId,
      crossRefId: title.crossRefId,
      title: 'Zanzibarium',
      primaryCreator: { role: 'Author', name: 'Mary Shelley' },
      formatClass: 'eBook',
      formats: [{ id: 'ebook-epub-adobe' }, { id: 'ebook-kindle' }],
      links: {
        self: { href: `${CATALOG_URL}${adult.products}/${title.reserveId}`, type: CATALOG },
        metadata: { href: `${CATALOG_URL}${adult.products}/${title.reserveId}/metadata`, type: CATALOG },
        availability: {
          href: `${CATALOG_URL}${adult.products}/${title.reserveId}/availability`,
          type: CATALOG,
        },
      },
      actions: (await adult.availability(title)).body.actions,
    });
    expect(found.body.products).toEqual([product.body]);
    for (const { href } of Object.values(product.body.links as Record<string, { href: string }>))
      expectOk(await adult.reader.get(pathOf(href)));
  });

  test('without a creator has no primary one', async () => {
    const { body } = await adult.product(await library.title(1, { creators: [] }));
    expect(body).not.toHaveProperty('primaryCreator');
  });
});
