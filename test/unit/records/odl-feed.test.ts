import { feedOf, LICENCE, licensed, METADATA, readFeed } from '../../support/odl-feeds.js';

test('a publication becomes a title of the library’s own source, and its licences', async () => {
  const terms = { checkouts: 30, concurrency: 10, expires: '2027-04-25T12:25:21+02:00', length: 5097600 };
  const { titles, licences, rejections } = await readFeed(
    licensed({ terms, price: { value: 7.99, currency: 'usd' } }),
  );
  const name = { externalId: 'urn:isbn:9780140449112', source: 'library-37' };
  expect(rejections).toEqual([]);
  expect(titles).toEqual([
    expect.objectContaining({
      ...{ ...name, title: 'Harbour Lights', formatClass: 'eBook' },
      formats: [{ id: 'ebook-epub-open', identifiers: [{ type: 'ISBN', value: '9780140449112' }] }],
    }),
  ]);
  expect(licences).toEqual([
    {
      ...{
        ...name,
        websiteId: 37,
        collectionId: 'main',
        licenceId: 'urn:uuid:1',
        concurrency: 10,
        loans: 30,
      },
      ...{ startsOn: null, endsOn: terms.expires, price: 7.99, currency: 'usd' },
    },
  ]);
});

const FUTURE = '2027-01-01T00:00:00Z';

test.each<[object, object, object, object]>([
  [{}, {}, {}, { concurrency: null, loans: null, startsOn: null, endsOn: null }],
  [{ terms: { concurrency: '5', checkouts: 0 } }, {}, {}, { concurrency: 5, loans: 0 }],
  [{ terms: { concurrency: 2147483647, checkouts: null } }, {}, {}, { concurrency: null, loans: null }],
  [{ expires: '2027-05-01', terms: {} }, {}, {}, { endsOn: '2027-05-01' }],
  [{ terms: { checkouts: 40 } }, { checkouts: { left: 37, available: 0 } }, {}, { loans: 37 }],
  [{ terms: { checkouts: 40 } }, { checkouts: { available: 1 } }, {}, { loans: 40 }],
  [{ status: 'available' }, {}, {}, { loans: null }],
  [{}, { status: 'unavailable' }, {}, { loans: 0 }],
  [{ terms: { checkouts: 9 }, availability: { state: 'unavailable' } }, {}, {}, { loans: 0 }],
  [{ availability: { state: 'unavailable', until: FUTURE } }, {}, {}, { startsOn: FUTURE, loans: null }],
  [{}, {}, { availability: { state: 'unavailable' } }, { loans: 0 }],
  [{ availability: { state: 'available' } }, {}, { availability: { state: 'unavailable' } }, { loans: null }],
  [{ status: 'Available' }, {}, {}, { loans: null }],
  [{ terms: { concurrency: 0 } }, {}, {}, { concurrency: null, loans: 0 }],
  [{ terms: [] }, {}, {}, { concurrency: null, loans: null }],
  [{ terms: [{ concurrency: 2 }] }, {}, {}, { concurrency: 2 }],
  [{ status: 'preorder' }, {}, { published: FUTURE }, { startsOn: FUTURE }],
  [{ status: 'preorder' }, {}, { published: '1898' }, { loans: 0 }],
  [{ status: 'sold-out' }, {}, {}, { loans: 0 }],
  [{ price: 7.5 }, {}, {}, { price: 7.5 }],
  [{ price: [{ value: '69.95', currency: 'usd' }] }, {}, {}, { price: 69.95, currency: 'usd' }],
  [
    { identifier: 'urn:x:'.padEnd(300, 'x') },
    {},
    {},
    { licenceId: expect.stringMatching(/^sha256:/) as unknown },
  ],
])(
  'a licence with %j, %j and a publication with %j is %j',
  async (metadata, others, publication, members) => {
    expect((await readFeed(licensed(metadata, others, publication))).licences).toEqual([
      expect.objectContaining(members),
    ]);
  },
);

test.each([
  [{ value: -1, currency: 'USD' }],
  [{ value: 'free' }],
  [{ value: null }],
  [true],
  [{ value: 1e9, currency: 'USD' }],
])('a price of %j is left out', async (price) => {
  expect((await readFeed(licensed({ price }))).licences[0]).not.toHaveProperty('price');
});

test('what is open to all has a licence without limits; what has neither is left out and counted', async () => {
  const links = [
    {
      rel: ['http://opds-spec.org/acquisition/open-access'],
      href: 'https://e.example/1',
      type: 'application/pdf',
    },
  ];
  const borrow = [{ rel: 'http://opds-spec.org/acquisition/borrow', href: 'https://e.example/1' }];
  const { titles, licences, leftOut } = await readFeed(
    feedOf(
      { metadata: METADATA, links },
      { metadata: METADATA, links: borrow },
      { metadata: METADATA, licenses: [] },
    ),
  );
  expect([titles.length, leftOut]).toEqual([1, 2]);
  expect(licences).toEqual([
    expect.objectContaining({
      licenceId: 'open-access urn:isbn:9780140449112',
      concurrency: null,
      loans: null,
    }),
  ]);
});

test('what is wrong with a publication, or a licence, is said of it alone', async () => {
  const good = { metadata: METADATA, licenses: [LICENCE] };
  const nested = `{"metadata":${'['.repeat(40)}${']'.repeat(40)}}`;
  const feed = feedOf(
    { ...good, metadata: { title: 'A' } },
    { ...good, licenses: [{ metadata: {} }, LICENCE] },
    { ...good, metadata: { ...METADATA, description: 'x'.repeat(5_000_000) } },
    { metadata: 'broken' },
    good,
  ).replace('{"metadata":"broken"}', `{"metadata":}, ${nested}, 7, "x", [{}]`);
  const { titles, licences, rejections } = await readFeed(feed);
  expect(rejections).toEqual([
    '1 publication 1: has no identifier',
    '3 publication 2, licence: has no identifier',
    '5 publication 3: is longer than 1048576 bytes',
    '6 publication 4: is not valid JSON',
    '7 publication 5: is nested deeper than 32 levels',
  ]);
  expect([titles.length, licences.length]).toEqual([2, 2]);
});

test('a feed may come in any pieces, with any members before its publications, and as several pages', async () => {
  const publication = { metadata: { ...METADATA, title: 'Ü "\\" 漢字 }]' }, licenses: [LICENCE] };
  const page = `\uFEFF  ${JSON.stringify({ 'publi\\"cations': [{ publications: [{}] }], links: ['publications', [{}]] }).slice(0, -1)}, "publications" : [ ${JSON.stringify(publication)} ] }\n`;
  const bytes = Buffer.from(page + page.slice(1));
  const { titles, rejections } = await readFeed(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
  expect(rejections).toEqual([]);
  expect(titles.map(({ title }) => title)).toEqual(['Ü "\\" 漢字 }]', 'Ü "\\" 漢字 }]']);
});

test.each([
  ['', []],
  ['[]', ['1 the file: is no feed: OPDS 2 is an object of JSON']],
  [
    ' <feed xmlns="http://www.w3.org/2005/Atom"/>',
    ['1 the file: is XML, perhaps of OPDS 1: ask for the feed in OPDS 2'],
  ],
  [
    Buffer.from([0x1f, 0x8b, 8, 0]),
    ['1 the file: begins a file that is compressed by gzip: unpack it first'],
  ],
  [Buffer.from('\uFEFF{}', 'utf16le'), ['1 the file: begins a file in UTF-16: save it as UTF-8']],
  ['{"identifier":"urn:uuid:1","checkouts":{"left":3}}', ['1 the file: has no list of publications']],
  ['{"publications":{}}', ['1 the file: has no list of publications']],
  ['{"publications":[{"metadata":{', ['1 the file: is not complete: it ends before its feed does']],
  ['{"publications":[]}', []],
  [
    Buffer.concat([Buffer.from('{"publications":[{"a":"'), Buffer.from([0xff]), Buffer.from('"}]}')]),
    ['1 publication 1: is not valid UTF-8'],
  ],
])('%s is no feed of licences', async (content, rejections) => {
  expect((await readFeed(content)).rejections).toEqual(rejections);
});
