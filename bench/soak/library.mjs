/** The library of a soak: few titles for many patrons, so that most titles have a queue. */

export const WEBSITE_ID = 1;
export const PATRONS = 120;
export const TITLES = 80;
export const CLIENT = { clientId: 'discovery', secret: 'the-secret-of-the-discovery-layer' };
export const PIN = '2468';

const CATEGORIES = ['adult', 'child'];
const TEN_YEARS_SECONDS = 315_360_000;
/** A PIN takes a while to hash, so only these patrons sign in. */
const CARDHOLDERS = 20;

export const reserveIdOf = (title) => `dddddddd-0000-4000-8000-${String(title).padStart(12, '0')}`;
export const tokenOf = (patronId) => `soak-token-of-patron-${patronId}`.padEnd(32, '-');
export const cardOf = (patronId) => `2800${String(patronId).padStart(6, '0')}`;
export const isCardholder = (patronId) => patronId <= CARDHOLDERS;

export function libraryRecords() {
  const websiteId = WEBSITE_ID;
  return [
    {
      ...{ record: 'library', websiteId, name: 'Soak Library' },
      lendingPeriods: { eBook: 7, Audiobook: 7 },
    },
    { record: 'collection', websiteId, collectionId: 'main', name: 'Main' },
    { record: 'collection', websiteId, collectionId: 'adults', name: 'Adults' },
    { record: 'category', websiteId, category: 'adult', collections: ['main', 'adults'] },
    // The same limit as adults: a patron who is moved here must not be above it, which the doctor would report.
    { record: 'category', websiteId, category: 'child', collections: ['main'] },
    { record: 'client', ...CLIENT, websiteIds: [websiteId] },
    ...numbers(TITLES).flatMap((number) => [titleRecord(number, 0), copiesRecord(number, number % 4)]),
    ...numbers(PATRONS).flatMap((patronId) => [patronRecord(patronId), tokenRecord(patronId)]),
  ];
}

/** A nightly update in small: other copies, a corrected title, a patron who has grown up. */
export function updateRecords(random) {
  const title = () => 1 + random.integerBelow(TITLES);
  const patron = patronRecord(1 + random.integerBelow(PATRONS));
  return [
    ...numbers(5).map(() => copiesRecord(title(), random.integerBelow(4), random.pick(['main', 'adults']))),
    ...numbers(5).map(() => titleRecord(title(), random.integerBelow(1000))),
    { ...patron, category: random.pick(CATEGORIES) },
  ];
}

function titleRecord(number, edition) {
  return {
    record: 'title',
    reserveId: reserveIdOf(number),
    crossRefId: number,
    title: `Harbour lights ${number}, edition ${edition}`,
    creators: [{ role: 'Author', name: `Author ${number % 7}` }],
    formatClass: number % 5 === 0 ? 'Audiobook' : 'eBook',
    formats: [number % 5 === 0 ? 'audiobook-mp3' : 'ebook-kindle'],
  };
}

function copiesRecord(number, copiesOwned, collectionId = 'main') {
  return {
    record: 'copies',
    websiteId: WEBSITE_ID,
    collectionId,
    reserveId: reserveIdOf(number),
    copiesOwned,
  };
}

function patronRecord(patronId) {
  return {
    record: 'patron',
    websiteId: WEBSITE_ID,
    patronId,
    category: CATEGORIES[patronId % 5 === 0 ? 1 : 0],
    cardNumber: cardOf(patronId),
    ...(isCardholder(patronId) && { pin: PIN }),
  };
}

function tokenRecord(patronId) {
  return { record: 'token', token: tokenOf(patronId), patronId, expiresInSeconds: TEN_YEARS_SECONDS };
}

function numbers(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}
