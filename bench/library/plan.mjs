/**
 * The queue lengths of the measured libraries. The realistic library has one very popular title and a long tail of titles
 * with few holds. The uniform library has queues of exactly 10, 100, … 100,000 holds and the same structure, so that two
 * measurements differ only in the length.
 */

export const REALISTIC_LIBRARY = 37;
export const UNIFORM_LIBRARY = 38;
export const LENGTHS = [10, 100, 1_000, 10_000, 100_000];

/** Increase this when the loaded data changes, so that existing databases are created again. */
const VERSION = 2;

const SIZES = {
  full: { titles: 100_000, patrons: 200_000, holds: 2_000_000, hottest: 100_000, titlesPerLength: 10 },
  // 200,000 holds together with those of the uniform library.
  quick: { titles: 10_000, patrons: 8_889, holds: 88_890, hottest: 6_000, titlesPerLength: 1 },
};

/**
 * @param {'full' | 'quick'} size
 * @returns the queues in the order of their crossRefIds, which are numbered from 1 across both libraries
 */
export function planLibraries(size) {
  const { titles, patrons, holds, hottest, titlesPerLength } = SIZES[size];
  const realistic = realisticQueues(longTail(titles, holds, hottest), patrons);
  const uniform = uniformQueues(titlesPerLength, patrons);
  return { version: `${VERSION} ${size}`, queues: [...realistic, ...uniform] };
}

/**
 * Patrons take turns, so every patron has holds in queues of many lengths. No patron has two holds on one title, because
 * no queue is longer than the number of patrons.
 */
function realisticQueues(lengths, patrons) {
  let next = 0;
  return lengths.map((length) => {
    const shift = next;
    next = (next + length) % patrons;
    // The borrowers are the patrons after those who have the title on hold.
    const lentTo = { firstBorrower: 1, borrowers: patrons, borrowerShift: next };
    return { websiteId: REALISTIC_LIBRARY, length, firstPatron: 1, patrons, shift, ...lentTo };
  });
}

/**
 * Each length has its own patrons, who have a hold on each of its titles and on no other. Its copies are lent to the
 * patrons of another length.
 */
function uniformQueues(titlesPerLength, patronsBefore) {
  const first = (length) => patronsBefore + 1 + sum(LENGTHS.filter((shorter) => shorter < length));
  const longest = LENGTHS.at(-1);
  return LENGTHS.flatMap((length) => {
    const borrowers = length === longest ? LENGTHS.at(-2) : longest;
    return Array.from({ length: titlesPerLength }, (_, index) => ({
      websiteId: UNIFORM_LIBRARY,
      length,
      firstPatron: first(length),
      patrons: length,
      // A patron has different places in the queues: first in one and last in another.
      shift: Math.floor((index * length) / titlesPerLength),
      firstBorrower: first(borrowers),
      borrowers,
      borrowerShift: index * 1_000,
    }));
  });
}

/** `titles` lengths with the sum `holds`, starting with `hottest` and falling by a power of the rank. */
function longTail(titles, holds, hottest) {
  const lengthsBy = (power) =>
    Array.from({ length: titles }, (_, index) => Math.floor(hottest / (index + 1) ** power));
  let [flat, steep] = [0, 3];
  for (let step = 0; step < 60; step++) {
    const power = (flat + steep) / 2;
    if (sum(lengthsBy(power)) > holds) flat = power;
    else steep = power;
  }
  const lengths = lengthsBy(steep);
  for (let missing = holds - sum(lengths), rank = 1; missing > 0; missing--, rank++)
    lengths[rank % titles || 1]++;
  return lengths;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
