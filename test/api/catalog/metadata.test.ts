import { countPopularity } from '../../../src/circulation/popularity.store.js';
import { expectOk, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { advanceClock, MINUTE, serviceTime } from '../../support/clock.js';
import { CATALOG_URL, pathOf } from '../../support/service.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import { type CatalogClient, newCatalogClient } from '../../support/catalog-client.js';

let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
});

const CREATORS = [
  { role: 'Author', name: 'Mary Shelley' },
  { role: 'Illustrator', name: 'Lynd Ward' },
];
const CATALOG = 'application/vnd.holdfast.api+json';

function linksTo(self: string, { reserveId }: TestTitle): object {
  const path = `${adult.products}/${reserveId}/availability`;
  return {
    self: { href: `${CATALOG_URL}${self}`, type: CATALOG },
    availability: { href: `${CATALOG_URL}${path}`, type: CATALOG },
    availabilityV2: { href: `${CATALOG_URL}${path.replace('/v1/', '/v2/')}`, type: CATALOG },
  };
}

const COVER = { href: 'https://images.example.org/1.jpg', type: 'image/jpeg' };
const THUMBNAIL = { href: 'https://images.example.org/1-small.png', type: 'image/png' };

/** All that a record can say. */
const WHOLE = {
  title: 'The Modern Prometheus',
  subtitle: 'A Tale',
  creators: [{ role: 'Author', name: 'Mary Shelley', fileAs: 'Shelley, Mary Wollstonecraft' }, CREATORS[1]],
  formatClass: 'Audiobook',
  formats: [
    'audiobook-mp3',
    {
      id: 'audiobook-overdrive',
      online: true,
      fileName: 'Prometheus',
      fileSize: 4_294_967_296,
      identifiers: [{ type: 'ISBN', value: '978-0-14-143947-1' }],
      samples: [
        { source: 'Chapter 1', formatType: 'audiobook-overdrive', url: 'https://samples.example.org/1' },
        { url: 'https://samples.example.org/2' },
      ],
      content: { href: 'https://content.example.org/1', type: 'text/html' },
    },
    'papyrus-scroll',
  ],
  subjects: ['Horror', { value: 'Classic Literature' }],
  languages: ['en', 'de-AT', 'tlh', 'not a code'],
  keywords: ['monsters'],
  edition: 'Unabridged',
  series: 'Gothic Tales',
  publisher: 'Lackington',
  imprint: 'Small',
  publishDate: '1818-01-31',
  shortDescription: 'Short.',
  fullDescription: 'Full.',
  starRating: 4.5,
  isPublicDomain: true,
  images: { cover: COVER, thumbnail: THUMBNAIL },
  addedDate: '2025-03-30',
  accessibility: {
    accessModeSufficient: ['auditory'],
    conformsTo: 'https://example.org/wcag',
    feature: [],
    hazard: null,
  },
};

/** What metadata and product have in common, of a title with this record. */
function commonOf(title: TestTitle): object {
  return {
    id: title.reserveId,
    crossRefId: title.crossRefId,
    isOwnedByCollections: true,
    mediaType: 'Audiobook',
    formatClass: 'Audiobook',
    title: 'The Modern Prometheus',
    subtitle: 'A Tale',
    sortTitle: 'Modern Prometheus',
    series: 'Gothic Tales',
    starRating: 4.5,
    popularity: 0,
    dateAdded: '2025-03-30T00:00:00Z',
    images: { cover: COVER, thumbnail: THUMBNAIL },
  };
}

describe('a title’s metadata', () => {
  test('is its record as it was brought in', async () => {
    const title = await library.addTitle(1, WHOLE);
    const answer = await adult.metadata(title);

    expectOk(answer);
    expect(answer.body).toEqual({
      ...commonOf(title),
      edition: 'Unabridged',
      publisher: 'Lackington',
      imprint: 'Small',
      publishDate: '1818-01-31T00:00:00Z',
      publishDateText: '01/31/1818',
      creators: [
        { role: 'Author', name: 'Mary Shelley', fileAs: 'Shelley, Mary Wollstonecraft' },
        { role: 'Illustrator', name: 'Lynd Ward', fileAs: 'Ward, Lynd' },
      ],
      languages: [
        { code: 'en', name: 'English' },
        { code: 'de-AT', name: 'Austrian German' },
        { code: 'tlh', name: 'Klingon' },
        { code: 'not a code', name: 'not a code' },
      ],
      subjects: [{ value: 'Horror' }, { value: 'Classic Literature' }],
      keywords: [{ value: 'monsters' }],
      shortDescription: 'Short.',
      fullDescription: 'Full.',
      isPublicDomain: true,
      accessibility: { conformsTo: ['https://example.org/wcag'], accessModeSufficient: [['auditory']] },
      formats: [
        { id: 'audiobook-mp3', name: 'MP3 audiobook', identifiers: [] },
        {
          id: 'audiobook-overdrive',
          name: 'Listen online',
          fileName: 'Prometheus',
          fileSize: 4_294_967_296,
          identifiers: [{ type: 'ISBN', value: '978-0-14-143947-1' }],
          samples: [
            { source: 'Chapter 1', formatType: 'audiobook-overdrive', url: 'https://samples.example.org/1' },
            { source: 'Listen online', url: 'https://samples.example.org/2' },
          ],
        },
        { id: 'papyrus-scroll', name: 'papyrus-scroll', identifiers: [] },
      ],
      links: linksTo(`${adult.products}/${title.reserveId}/metadata`, title),
    });
    expect((await adult.patron.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
    for (const { href } of Object.values(answer.body.links as Record<string, { href: string }>))
      expectOk(await adult.patron.get(pathOf(href)));
  });

  test('leaves out what is not known, and says when the library got the title', async () => {
    const title = await library.addTitle(1, { title: 'Bare', creators: [] });
    const { body } = await adult.metadata(title);
    expect(body).toEqual({
      id: title.reserveId,
      crossRefId: title.crossRefId,
      isOwnedByCollections: true,
      mediaType: 'eBook',
      formatClass: 'eBook',
      title: 'Bare',
      sortTitle: 'Bare',
      popularity: 0,
      dateAdded: expect.stringMatching(TIMESTAMP),
      images: {},
      creators: [],
      languages: [],
      subjects: [],
      formats: [
        { id: 'ebook-epub-adobe', name: 'Adobe EPUB eBook', identifiers: [] },
        { id: 'ebook-kindle', name: 'Kindle Book', identifiers: [] },
      ],
      links: linksTo(`${adult.products}/${title.reserveId}/metadata`, title),
    });
    const now = (await serviceTime(library.service)).getTime();
    expect(Math.abs(now - Date.parse(body.dateAdded as string))).toBeLessThan(10 * MINUTE * 1000);
  });

  test('of a title that the library has no copy of says so; it can still be waited for', async () => {
    const title = await library.addTitle({ main: 0, elsewhere: 3 });
    expect((await adult.metadata(title)).body).toMatchObject({ isOwnedByCollections: false });
    expect((await adult.product(title)).body).toMatchObject({
      isOwnedByCollections: false,
      actions: { hold: {} },
    });
    await library.setCopiesOwned(title, 1, 'adults');
    expect((await adult.metadata(title)).body).toMatchObject({ isOwnedByCollections: true });
  });

  test('tells how many have or want the title, as of a minute ago at most', async () => {
    const title = await library.addTitle(1);
    for (const patron of await library.addPatrons(3)) await mustSucceed(patron.place(title));
    await advanceClock(library.service, 2 * MINUTE);
    await mustSucceed((await library.addPatron()).place(title));
    for (const { body } of [await adult.metadata(title), await adult.product(title)])
      expect(body).toMatchObject({ popularity: 4 });
  });

  test('counts those of the last minute too, once it is over', async () => {
    const title = await library.addTitle(1);
    for (const patron of await library.addPatrons(3)) await mustSucceed(patron.place(title));
    const { body: before } = await adult.metadata(title);
    expect(before.popularity).toBeLessThan(3);
    const count = countPopularity();
    await count(library.service.database);
    expect((await adult.metadata(title)).body).toEqual(before);
    await advanceClock(library.service, 3 * MINUTE);
    expect(await count(library.service.database)).toBeGreaterThan(0);
    expect((await adult.metadata(title)).body).toEqual({ ...before, popularity: 3 });
    await advanceClock(library.service, 3 * MINUTE);
    expect(await count(library.service.database)).toBe(0);
  });

  test('is found through the links of a hold and of a loan', async () => {
    const title = await library.addTitle(1);
    const { text } = await adult.metadata(title);
    const { body: hold } = await mustSucceed(adult.patron.place(title));
    expect((await adult.patron.get(pathOf(hold.links.metadata.href))).text).toBe(text);
    const { body: loan } = await mustSucceed(adult.patron.borrow(title));
    expect((await adult.patron.get(pathOf(loan.links.metadata.href))).text).toBe(text);
  });

  test('of a title outside the patron’s collections is not found', async () => {
    const child = await newCatalogClient(library, { category: 'child' });
    for (const title of [await library.addTitle({ adults: 1 }), await library.addTitle({})]) {
      expectRefusal(await child.metadata(title), 'NotFound');
      expectRefusal(await child.product(title), 'NotFound');
      expectRefusal(await child.patron.get(`${child.products}/${title.crossRefId}/metadata`), 'NotFound');
    }
  });
});

describe('the metadata of several titles', () => {
  const several = (reserveIds: string, client = adult): Promise<Answer> =>
    client.patron.get(`/v1/collections/${client.collectionToken}/bulkmetadata?reserveIds=${reserveIds}`);
  const idsIn = (answer: Answer): string[] => {
    expectOk(answer);
    return (answer.body.metadata as { id: string }[]).map(({ id }) => id);
  };

  test('is what each has by itself, in the order in which they were named, each once', async () => {
    const titles = [
      await library.addTitle(1, WHOLE),
      await library.addTitle(0),
      await library.addTitle(1),
    ] as const;
    const [first, second, third] = titles;
    const answer = await several(
      [third.crossRefId, first.reserveId.toUpperCase(), `%20${second.reserveId}`, third.reserveId].join(','),
    );
    expect(idsIn(answer)).toEqual([third, first, second].map(({ reserveId }) => reserveId));
    for (const title of titles)
      expect(answer.body.metadata).toContainEqual((await adult.metadata(title)).body);
    expect(Object.keys(answer.body as object)).toEqual(['metadata']);
  });

  test('leaves out what is unknown, or not the patron’s to see', async () => {
    const child = await newCatalogClient(library, { category: 'child' });
    const [seen, hidden] = [await library.addTitle(1), await library.addTitle({ adults: 1 })];
    const named = [hidden.reserveId, '999999', seen.reserveId, 'nonsense', '%00', hidden.crossRefId];
    expect(idsIn(await several(named.join(','), child))).toEqual([seen.reserveId]);
    expect(idsIn(await several('999999', child))).toEqual([]);
  });

  test('is of 50 titles at most, and of one at least', async () => {
    const numbers = Array.from({ length: 51 }, (_, index) => index + 1);
    expectOk(await several(numbers.slice(1).join(',')));
    for (const refused of [numbers.join(','), ',', '1,,2'])
      expectRefusal(await several(refused), 'InvalidFieldValue', /^reserveIds must be 1 to 50 titles/);
    expectRefusal(await several(''), 'MissingField', /^reserveIds is missing: it must be 1 to 50 titles/);
  });
});

describe('a product', () => {
  test('is a title as searches find it', async () => {
    const title = await library.addTitle(1, { ...WHOLE, title: 'The Zanzibarium' });
    const [product, found] = [await adult.product(title), await adult.search({ q: 'zanzibarium' })];
    const self = `${adult.products}/${title.reserveId}`;
    expectOk(product);
    expect(product.body).toEqual({
      ...commonOf(title),
      title: 'The Zanzibarium',
      sortTitle: 'Zanzibarium',
      primaryCreator: { role: 'Author', name: 'Mary Shelley' },
      formats: [
        { id: 'audiobook-mp3', name: 'MP3 audiobook', identifiers: [] },
        {
          id: 'audiobook-overdrive',
          name: 'Listen online',
          identifiers: [{ type: 'ISBN', value: '978-0-14-143947-1' }],
        },
        { id: 'papyrus-scroll', name: 'papyrus-scroll', identifiers: [] },
      ],
      contentDetails: [expect.objectContaining({ type: 'text/html' })],
      links: {
        ...linksTo(self, title),
        metadata: { href: `${CATALOG_URL}${self}/metadata`, type: CATALOG },
      },
      actions: (await adult.availability(title)).body.actions,
    });
    expect(found.body.products).toEqual([product.body]);
    for (const { href } of Object.values(product.body.links as Record<string, { href: string }>))
      expectOk(await adult.patron.get(pathOf(href)));
  });

  test('without creators has no primaryCreator', async () => {
    const { body } = await adult.product(await library.addTitle(1, { creators: [] }));
    expect(body).not.toHaveProperty('primaryCreator');
  });
});
