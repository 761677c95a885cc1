import { BIG_LIBRARY, catalogRecords, reserveIdOf } from '../catalog/titles.mjs';
import { longTail } from '../library/plan.mjs';

/**
 * The records of a library that moves here with all that it has: the catalog, its patrons, and its queues. The same
 * numbers always make the same records.
 */

/** Beyond the patrons that come with the catalog. */
const FIRST_PATRON = 1_001;
/** A queue for so many holds, as in the libraries of the other benches. */
const HOLDS_PER_QUEUE = 20;

/** Three ways to be a patron: what one may use differs, and how many holds one may have. */
const CATEGORIES = [
  { category: 'adult', collections: ['main', 'childrens'] },
  { category: 'senior', collections: ['main'], holdLimit: 20 },
  { category: 'student', collections: ['main'], checkoutLimit: 5 },
];
/** Seven of ten are adults. */
const CATEGORY_OF_TEN = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2];

/** @returns the records in the order in which they can be imported, those of a kind together */
export function* libraryRecords({ titles, patrons, holds }) {
  yield* catalogRecords(titles);
  for (const category of CATEGORIES) yield { record: 'category', websiteId: BIG_LIBRARY, ...category };
  for (let number = 0; number < patrons; number++) yield patronRecord(number);
  yield* holdRecords({ titles, patrons, holds });
}

/** Without a PIN: to hash one takes as long as some hundred records, and is meant to. */
function patronRecord(number) {
  const patronId = FIRST_PATRON + number;
  const { category } = CATEGORIES[CATEGORY_OF_TEN[number % CATEGORY_OF_TEN.length]];
  const cardNumber = String(28_000_000_000_000 + patronId);
  return { record: 'patron', websiteId: BIG_LIBRARY, patronId, category, cardNumber };
}

/**
 * Queue by queue, the longest first. Each hold is the next patron's, round and round: so all have about as many holds,
 * fewer than the limit of 15, and none has two on one title, since no queue is longer than there are patrons.
 */
function* holdRecords({ titles, patrons, holds }) {
  const queues = Math.min(titles, Math.ceil(holds / HOLDS_PER_QUEUE));
  const lengths = longTail(queues, holds, Math.min(patrons, Math.ceil(holds / HOLDS_PER_QUEUE)));
  let next = 0;
  for (const [rank, length] of lengths.entries()) {
    const reserveId = reserveIdOf(1 + scattered(rank, titles));
    for (let ticket = 0; ticket < length; ticket++) yield holdRecord(scattered(next++, patrons), reserveId);
  }
}

/** One in ten wants no mail. */
function holdRecord(number, reserveId) {
  const patronId = FIRST_PATRON + number;
  const mail =
    number % 10 === 0 ? { ignoreHoldEmail: true } : { emailAddress: `patron${patronId}@example.org` };
  return { record: 'hold', websiteId: BIG_LIBRARY, patronId, reserveId, ...mail };
}

/** A prime that divides no round number: neighbours come to lie far apart, and any `size` in a row are all different. */
const STRIDE = 7_368_787;

function scattered(number, size) {
  return (number * STRIDE) % size;
}
