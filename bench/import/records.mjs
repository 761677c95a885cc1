import { BIG_LIBRARY, catalogRecords, reserveIdOf } from '../catalog/titles.mjs';
import { longTail } from '../library/plan.mjs';

/**
 * The records of a library that migrates with its catalog, patrons and queues. The same numbers always make the same
 * records.
 */

/** Above the numbers of the patrons that belong to the catalog. */
const FIRST_PATRON = 1_001;
/** One queue per 20 holds, as in the libraries of the other benchmarks. */
const HOLDS_PER_QUEUE = 20;

/** Patron categories with different collections and limits. */
const CATEGORIES = [
  { category: 'adult', collections: ['main', 'childrens'] },
  { category: 'senior', collections: ['main'], holdLimit: 20 },
  { category: 'student', collections: ['main'], checkoutLimit: 5 },
];
/** Seven out of ten patrons are adults. */
const CATEGORY_OF_TEN = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2];

/** @returns the records in an order that can be imported, grouped by kind */
export function* libraryRecords({ titles, patrons, holds }) {
  yield* catalogRecords(titles);
  for (const category of CATEGORIES) yield { record: 'category', websiteId: BIG_LIBRARY, ...category };
  for (let number = 0; number < patrons; number++) yield patronRecord(number);
  yield* holdRecords({ titles, patrons, holds });
}

/** Without a PIN: hashing one is slow by design and takes as long as some hundred records. */
function patronRecord(number) {
  const patronId = FIRST_PATRON + number;
  const { category } = CATEGORIES[CATEGORY_OF_TEN[number % CATEGORY_OF_TEN.length]];
  const cardNumber = String(28_000_000_000_000 + patronId);
  return { record: 'patron', websiteId: BIG_LIBRARY, patronId, category, cardNumber };
}

/**
 * Queue by queue, longest first. Patrons take turns, so all have about the same number of holds, below the limit of 15.
 * No patron has two holds on one title, because no queue is longer than the number of patrons.
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

/** One patron in ten wants no mail. */
function holdRecord(number, reserveId) {
  const patronId = FIRST_PATRON + number;
  const mail =
    number % 10 === 0 ? { ignoreHoldEmail: true } : { emailAddress: `patron${patronId}@example.org` };
  return { record: 'hold', websiteId: BIG_LIBRARY, patronId, reserveId, ...mail };
}

/** A prime that divides no round number. It moves neighbors far apart, and any `size` numbers in a row stay distinct. */
const STRIDE = 7_368_787;

function scattered(number, size) {
  return (number * STRIDE) % size;
}
