import { mustSucceed } from '../../../support/client.js';
import {
  category,
  collection,
  copies,
  library,
  patron,
  reserveIdOf,
  type TestRecord,
  title,
  WEBSITE_ID,
} from '../../../support/records.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { CHECKOUTS } from '../../../support/paths.js';

/** The titles that the clients ask for, by what is possible with them. */
const TITLES = { free: 1, another: 2, waiting: 3, alsoWaiting: 4, online: 5, audio: 6, bare: 7 } as const;

const CLIENT = { clientId: 'discovery-layer', secret: 'secret-of-the-discovery-layer' };
const CARD = { cardNumber: '28000000001001', pin: '2468' };
/** Wrong PINs are tried on a card of its own: guessing locks it. */
const OTHER_CARD = { cardNumber: '28000000001002', pin: '1357' };
const PATRON = 1000;
const OTHER_CLIENT = 1002;

export const CONTENT_URL = 'https://content.example.org/';
const SETTINGS = {
  CONTENT_URL: `${CONTENT_URL}{reserveId}/{formatType}`,
  CONTENT_KEY: 'a-key-that-the-content-server-has-too',
};

const IMAGE_SIZES = ['thumbnail', 'cover', 'cover150Wide', 'cover300Wide'];

export function imagesOf(name: string): Record<string, { href: string; type: string }> {
  const image = (size: string): [string, { href: string; type: string }] => [
    size,
    { href: `https://covers.example.org/${name}/${size}.jpg`, type: 'image/jpeg' },
  ];
  return Object.fromEntries(IMAGE_SIZES.map(image));
}

const DESCRIBED_TITLES: readonly TestRecord[] = [
  title(TITLES.free, {
    title: 'The Castle of Dracula',
    subtitle: 'A mystery',
    creators: [
      { role: 'Author', name: 'Bram Stoker' },
      { role: 'Narrator', name: 'Jo Ode', fileAs: 'Ode, Jo' },
    ],
    formats: [
      {
        id: 'ebook-epub-adobe',
        fileName: 'castle.epub',
        fileSize: 412_000,
        identifiers: [{ type: 'ISBN', value: '9780000000019' }],
        samples: [
          {
            source: 'From the book',
            url: 'https://samples.example.org/castle',
            formatType: 'ebook-overdrive',
          },
        ],
      },
      'ebook-pdf-open',
    ],
    subjects: ['Fiction', 'Horror'],
    languages: ['en'],
    keywords: ['vampires'],
    series: 'Castles',
    publisher: 'Harbour Press',
    imprint: 'Mole',
    publishDate: '1897-05-26',
    shortDescription: 'Somebody visits a castle.',
    fullDescription: 'Somebody visits a castle, and stays.',
    starRating: 4.5,
    images: imagesOf('castle'),
    addedDate: '2026-03-31',
  }),
  title(TITLES.another, {
    title: 'The Time Machine',
    formats: ['ebook-epub-open'],
    subjects: ['Fiction'],
    languages: ['en'],
  }),
  title(TITLES.waiting, { title: 'Frankenstein', subjects: ['Horror'], languages: ['en'], starRating: 4 }),
  title(TITLES.alsoWaiting, { title: 'The Moonstone', subjects: ['Mystery'], languages: ['en'] }),
  title(TITLES.online, {
    title: 'Jane Eyre',
    formats: [{ id: 'ebook-overdrive', online: true }, 'ebook-epub-adobe'],
    subjects: ['Fiction'],
    languages: ['en'],
  }),
  title(TITLES.audio, {
    title: 'Moby Dick',
    formatClass: 'Audiobook',
    formats: [{ id: 'audiobook-overdrive', online: true }],
    subjects: ['Sea stories'],
    languages: ['en'],
  }),
  // All that a record may leave out is left out: strict readers must get through it nevertheless.
  title(TITLES.bare, { title: 'Beowulf', creators: [] }),
];

const RECORDS: readonly TestRecord[] = [
  library(),
  collection('main'),
  collection('branch', { name: 'Branch Collection', accountNumber: 1201 }),
  category('adult', ['main', 'branch']),
  { record: 'client', ...CLIENT, websiteIds: [WEBSITE_ID] },
  ...DESCRIBED_TITLES,
  copies(TITLES.free, 3),
  copies(TITLES.free, 1, 'branch'),
  copies(TITLES.another, 2),
  copies(TITLES.waiting, 1),
  copies(TITLES.alsoWaiting, 1),
  copies(TITLES.online, 2),
  copies(TITLES.audio, 2),
  copies(TITLES.bare, 1),
  patron(PATRON, CARD),
  patron(OTHER_CLIENT - 1, OTHER_CARD),
  patron(OTHER_CLIENT),
];

/** All that a client is told before its first request, and the titles that it is made to ask for. */
export const KNOWN: Readonly<Record<string, string>> = {
  basic: `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.secret}`).toString('base64')}`,
  websiteId: String(WEBSITE_ID),
  card: CARD.cardNumber,
  pin: CARD.pin,
  otherCard: OTHER_CARD.cardNumber,
  unknown: '00000000-0000-4000-8000-000000000000',
  ...Object.fromEntries(
    Object.entries(TITLES).flatMap(([name, number]) => [
      [name, reserveIdOf(number)],
      [`${name}InCapitals`, reserveIdOf(number).toUpperCase()],
      [`${name}Number`, String(number)],
    ]),
  ),
};

/** A library in which `waiting` and `alsoWaiting` are lent to somebody else, and the patron has nothing yet. */
export async function openLendingLibrary(more: readonly TestRecord[] = []): Promise<ServiceUnderTest> {
  const service = await startService([...RECORDS, ...more], SETTINGS);
  const otherClient = await service.signIn(OTHER_CLIENT);
  for (const number of [TITLES.waiting, TITLES.alsoWaiting])
    await mustSucceed(otherClient.post(CHECKOUTS, { reserveId: reserveIdOf(number) }));
  return service;
}

/** So many more titles with a copy each, numbered from 1001: for several pages. */
export function shelfOf(size: number): TestRecord[] {
  const numbers = Array.from({ length: size }, (_, index) => 1001 + index);
  return [...numbers.map((number) => title(number)), ...numbers.map((number) => copies(number, 1))];
}

/** How many titles the library has besides such a shelf. */
export const OWN_TITLES = Object.keys(TITLES).length;
