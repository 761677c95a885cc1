import { licensed, readFeed, titled } from '../../support/odl-feeds.js';

async function titleOf(metadata: object, others: object = {}): Promise<Record<string, unknown>> {
  return (await readFeed(titled(metadata, others))).titles[0]!;
}

test.each<[object, object]>([
  [{ author: 'Ngozi Okafor' }, { creators: [{ role: 'Author', name: 'Ngozi Okafor' }] }],
  [
    { author: [{ name: 'Ngozi Okafor', sortAs: 'Okafor, Ngozi' }, 'Elsa Lindqvist'] },
    {
      creators: [
        { role: 'Author', name: 'Ngozi Okafor', fileAs: 'Okafor, Ngozi' },
        { role: 'Author', name: 'Elsa Lindqvist' },
      ],
    },
  ],
  [
    {
      contributor: [
        { name: 'A', role: 'author' },
        { name: 'B', role: 'performer' },
        { name: 'C', role: ['nrt'] },
        'D',
      ],
    },
    {
      creators: ['Author', 'Narrator', 'Narrator', 'Contributor'].map((role, at) => ({
        role,
        name: 'ABCD'[at],
      })),
    },
  ],
  [{ title: { fr: 'Feux', en: 'Lights' }, language: 'en' }, { title: 'Lights' }],
  [{ title: { de: 'Lichter' }, language: 'eng' }, { title: 'Lichter' }],
  [{ title: 'Tom &amp; Jerry' }, { title: 'Tom & Jerry' }],
  [{ title: 'I <3 U' }, { title: 'I <3 U' }],
  [{ title: 1984 }, { title: '1984' }],
  [{ title: { de: 'Lichter' }, language: 'constructor' }, { title: 'Lichter' }],
  [{ author: { name: 'A', role: '__proto__' } }, { creators: [{ role: 'Author', name: 'A' }] }],
  [{ language: 'eng' }, { languages: ['en'] }],
  [{ language: ['fre', 'deu', 'pt-BR', 'und'] }, { languages: ['fr', 'de', 'pt-BR'] }],
  [
    { description: '&lt;p&gt;One &amp;amp; two.&lt;/p&gt;&lt;p&gt;Th&eacute;&lt;/p&gt;' },
    { fullDescription: 'One & two.\nThé' },
  ],
  [{ description: '<p>A&nbsp;<b>b</b></p>\r\n\u0000<br/>c' }, { fullDescription: 'A b\nc' }],
  [{ description: 'x'.repeat(30_000) }, { fullDescription: `${'x'.repeat(19_999)}…` }],
  [
    { subject: ['Sea', { name: 'Ships', code: 'SHI' }, { code: 'FIC' }, 'Sea'] },
    { subjects: ['Sea', 'Ships', 'FIC'] },
  ],
  [
    { publisher: [{ name: 'Quay Press' }], imprint: 'Slipway' },
    { publisher: 'Quay Press', imprint: 'Slipway' },
  ],
  [{ belongsTo: { series: { name: 'Harbour', position: 2 } } }, { series: 'Harbour' }],
  [{ published: '2015-09-29T00:00:00Z' }, { publishDate: '2015-09-29' }],
  [{ published: '1898' }, { publishDate: '1898-01-01' }],
  [
    { identifier: 'https://example.org/'.padEnd(300, 'x') },
    { externalId: expect.stringMatching(/^sha256:[\da-f]{64}$/) as unknown },
  ],
  [
    {
      language: 'fr',
      accessibility: {
        conformsTo: 'http://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa',
        certification: {
          certifiedBy: { name: 'A' },
          credential: 5,
          report: ['report.html', 'https://e.example/1'],
        },
        accessMode: ['Textual', 'odour'],
        accessModeSufficient: ['textual,visual', ['textual', 'textual'], 'textual,odour', [], {}],
        feature: ['alternativetext', 'readAloud', { toString: 1 }],
        hazard: 'none',
        summary: { en: 'All of it', fr: 'Tout' },
        exemption: null,
      },
    },
    {
      accessibility: {
        conformsTo: ['http://www.w3.org/TR/epub-a11y-11#wcag-2.1-aa'],
        certification: { certifiedBy: 'A', credential: '5', report: ['https://e.example/1'] },
        accessMode: ['textual'],
        accessModeSufficient: [['textual', 'visual'], ['textual']],
        feature: ['alternativeText'],
        hazard: ['none'],
        summary: 'Tout',
        exemption: [],
      },
    },
  ],
])('%j of a title becomes %j', async (metadata, members) => {
  expect(await titleOf(metadata)).toMatchObject(members);
});

test('what a title cannot be is left out', async () => {
  const wrong = {
    published: '0000',
    sortAs: {},
    author: [{}, null, 7, { name: 'B', role: { toString: 1 } }],
    subject: [{}],
    language: [5],
    belongsTo: 'x',
  };
  const { creators, subjects, languages, ...title } = await titleOf(wrong, {
    images: [
      { href: 'cover.jpg' },
      { href: 'javascript:x' },
      { href: 'https://e.example/c.svg', type: 'image/svg+xml' },
      { href: 'https://e.example/d.png', type: { toString: 1 } },
    ],
  });
  expect({ creators, subjects, languages }).toEqual({
    creators: ['7', 'B'].map((name) => ({ role: 'Author', name })),
    subjects: [],
    languages: [],
  });
  expect(title).not.toHaveProperty('publishDate');
  expect(title.images).toEqual({});
});

const AUDIO = 'application/audiobook+json; protection=http://audio.example/access-restriction';
const ADEPT = { format: ['application/vnd.adobe.adept+xml'] };

test.each([
  ['http://schema.org/Audiobook', [], undefined, 'Audiobook', ['audiobook-mp3']],
  ['http://schema.org/Book', AUDIO, undefined, 'Audiobook', ['audiobook-mp3']],
  [
    'http://schema.org/Book',
    [AUDIO, 'text/html'],
    undefined,
    'Audiobook',
    ['audiobook-mp3', 'audiobook-overdrive'],
  ],
  [
    'http://schema.org/Book',
    ['application/epub+zip', 'text/html'],
    ADEPT,
    'eBook',
    ['ebook-epub-adobe', 'ebook-overdrive'],
  ],
  [
    'http://schema.org/EBook',
    ['application/pdf', 'application/vnd.unknown'],
    undefined,
    'eBook',
    ['ebook-pdf-open'],
  ],
  ['https://schema.org/VideoObject', [], undefined, 'Video', ['video-streaming']],
])('a %s in %j is an %s, with formats', async (type, format, protection, formatClass, ids) => {
  const metadata = { identifier: 'urn:uuid:1', format, protection };
  const title = (await readFeed(licensed(metadata, {}, { '@type': type }))).titles[0]!;
  expect([title.formatClass, (title.formats as { id: string }[]).map(({ id }) => id)]).toEqual([
    formatClass,
    ids,
  ]);
});

test('the largest image is the cover, and the smallest the thumbnail', async () => {
  const images = [300, 1400, 700].map((height) => ({
    href: `https://e.example/${height}.png`,
    type: 'image/png',
    height,
  }));
  expect((await titleOf({}, { images })).images).toEqual({
    cover: { href: 'https://e.example/1400.png', type: 'image/png' },
    thumbnail: { href: 'https://e.example/300.png', type: 'image/png' },
  });
});
