/**
 * The records of a catalog with any number of titles, and of libraries that own them. The same number always makes the
 * same catalog. Word frequencies are as in real titles: a few words occur in almost every title, most in a handful.
 */

export const BIG_LIBRARY = 37;
export const SMALL_LIBRARY = 38;
/** The small library owns one title in 50. */
const SMALL_SHARE = 50;

/** The records, in an order that can be imported. */
export function* catalogRecords(numberOfTitles) {
  yield* libraryRecords();
  for (let number = 1; number <= numberOfTitles; number++) yield titleRecord(number);
  for (let number = 1; number <= numberOfTitles; number++) yield* copiesRecords(number);
}

export function titleRecord(number) {
  const random = randomOf(number);
  const formatClass = pick(random, ['eBook', 'eBook', 'eBook', 'Audiobook', 'Audiobook', 'Video']);
  return {
    record: 'title',
    reserveId: reserveIdOf(number),
    crossRefId: number,
    title: capitalized(repeat(1 + Math.floor(random() ** 2 * 10), () => wordOf(zipf(random, 150_000)))),
    creators: repeat(random() < 0.85 ? 1 : 2, () => ({
      role: pick(random, ['Author', 'Author', 'Author', 'Illustrator']),
      name: authorOf(skewed(random, 250_000)),
    })),
    formatClass,
    formats: FORMATS[formatClass].slice(0, 1 + Math.floor(random() * FORMATS[formatClass].length)),
    subjects: [...new Set(repeat(1 + Math.floor(random() * 4), () => subjectOf(zipf(random, 300))))],
    languages: ['en'],
    addedDate: dayOf(Math.floor(random() * 5_000)),
  };
}

function* libraryRecords() {
  for (const websiteId of [BIG_LIBRARY, SMALL_LIBRARY]) {
    yield { record: 'library', websiteId, name: `Library ${websiteId}` };
    for (const collectionId of ['main', 'childrens'])
      yield { record: 'collection', websiteId, collectionId, name: collectionId };
    yield { record: 'category', websiteId, category: 'adult', collections: ['main', 'childrens'] };
    yield { record: 'category', websiteId, category: 'child', collections: ['childrens'] };
    yield { record: 'patron', websiteId, patronId: websiteId, category: 'adult' };
    yield { record: 'patron', websiteId, patronId: websiteId * 10, category: 'child' };
  }
}

function* copiesRecords(number) {
  const copies = { record: 'copies', reserveId: reserveIdOf(number), copiesOwned: 1 + (number % 3) };
  yield { ...copies, websiteId: BIG_LIBRARY, collectionId: 'main' };
  if (number % 5 === 0) yield { ...copies, websiteId: BIG_LIBRARY, collectionId: 'childrens' };
  if (number % SMALL_SHARE === 0) yield { ...copies, websiteId: SMALL_LIBRARY, collectionId: 'main' };
}

const FORMATS = {
  eBook: ['ebook-epub-adobe', 'ebook-kindle', 'ebook-pdf-open'],
  Audiobook: ['audiobook-mp3', 'audiobook-wma'],
  Video: ['video-streaming', 'video-mp4'],
};

/** The most frequent words in titles. */
const COMMON_WORDS = (
  'the of and a in to for my an with on at his her from your is this by one love life night day girl house last ' +
  'secret world king dark man lost book little time war black dead blood story history guide new heart home woman ' +
  'road summer river city star shadow fire winter moon death light red wild white stone island garden child great'
).split(' ');

const SUBJECTS = [
  ...['Fiction', 'Literature', 'Juvenile Fiction', 'Romance', 'Nonfiction', 'Mystery', 'Thriller', 'History'],
  ...['Historical Fiction', 'Science Fiction', 'Fantasy', 'Biography & Autobiography', 'Juvenile Literature'],
  ...[
    'Business',
    'Self-Improvement',
    'Young Adult Fiction',
    'Short Stories',
    'Poetry',
    'Travel',
    'Cooking & Food',
  ],
  ...[
    'Religion & Spirituality',
    'Health & Fitness',
    'Politics',
    'Art',
    'Music',
    'Philosophy',
    'Picture Books',
  ],
];

const SYLLABLES =
  'ba be bo ca ce cor da del do fa fen fi ga gi gra ha hel hi ja jo ka ken la len li lo ma mar mi mo na nor ni pa per pi ra ren ri ro sa sel si sta ta ter ti tor va ven vi wa wen wi za'.split(
    ' ',
  );

function wordOf(rank) {
  return COMMON_WORDS[rank] ?? invented(rank);
}

/** A made-up word, unique for each number. */
function invented(number) {
  let word = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

function authorOf(number) {
  const random = randomOf(number + 0x5eed);
  return capitalized([invented(100 + skewed(random, 2_000)), invented(5_000 + skewed(random, 60_000))]);
}

function subjectOf(rank) {
  return SUBJECTS[rank] ?? capitalized([invented(rank * 7), invented(rank * 70)]);
}

function capitalized(words) {
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ');
}

export function reserveIdOf(number) {
  // Random like real GUIDs: neighbors in the catalog are not neighbors in an index.
  const random = randomOf(number + 0x1d);
  const hex = repeat(8, () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  ).join('');
  const own = number.toString(16).padStart(8, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 24)}${own}`;
}

function dayOf(number) {
  return new Date(Date.UTC(2012, 0, 1 + number)).toISOString().slice(0, 10);
}

function repeat(number, make) {
  return Array.from({ length: number }, make);
}

function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** A rank below `most`; rank n is n times rarer than rank 1 (Zipf's law). */
function zipf(random, most) {
  return Math.floor((most + 1) ** random()) - 1;
}

/** A number below `most`. Lower numbers are more frequent, but none is very frequent, like names. */
function skewed(random, most) {
  return Math.floor(random() ** 2 * most);
}

/** mulberry32, a small and fast generator with the same results everywhere. */
export function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
