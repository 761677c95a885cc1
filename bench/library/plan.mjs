/**
 * How long each queue of the measured libraries is. The town is a library as they are: one title that everybody wants and
 * a long tail of titles that few do. The yardstick is a library of queues that are exactly 10, 100, … 100,000 long, all of
 * one shape, so that nothing but the length differs between two measurements.
 */

export const TOWN = 37;
export const YARDSTICK = 38;
export const LENGTHS = [10, 100, 1_000, 10_000, 100_000];

/** A change of what is loaded gets a new number: then a kept database is made anew. */
const VERSION = 1;

const SIZES = {
  full: { titles: 100_000, patrons: 200_000, holds: 2_000_000, hottest: 100_000, titlesPerLength: 10 },
  // 200,000 holds with those of the yardstick.
  quick: { titles: 10_000, patrons: 8_889, holds: 88_890, hottest: 6_000, titlesPerLength: 1 },
};

/**
 * @param {'full' | 'quick'} size
 * @returns the queues in the order of their crossRefIds, which count from 1 through both libraries
 */
export function planLibraries(size) {
  const { titles, patrons, holds, hottest, titlesPerLength } = SIZES[size];
  const town = townQueues(longTail(titles, holds, hottest), patrons);
  const yardstick = yardstickQueues(titlesPerLength, patrons);
  return { version: `${VERSION} ${size}`, queues: [...town, ...yardstick] };
}

/**
 * Each hold is the next patron's, round and round: so every patron has holds in queues of every length, and none has two
 * holds on one title, since no queue is longer than there are patrons.
 */
function townQueues(lengths, patrons) {
  let next = 0;
  return lengths.map((length) => {
    const shift = next;
    next = (next + length) % patrons;
    // The next patrons after those who have it on hold.
    const lentTo = { firstBorrower: 1, borrowers: patrons, borrowerShift: next };
    return { websiteId: TOWN, length, firstPatron: 1, patrons, shift, ...lentTo };
  });
}

/**
 * The patrons of a length have a hold in each of its titles, and nowhere else. Its copies are lent to the patrons of
 * another length.
 */
function yardstickQueues(titlesPerLength, patronsBefore) {
  const first = (length) => patronsBefore + 1 + sum(LENGTHS.filter((shorter) => shorter < length));
  const longest = LENGTHS.at(-1);
  return LENGTHS.flatMap((length) => {
    const borrowers = length === longest ? LENGTHS.at(-2) : longest;
    return Array.from({ length: titlesPerLength }, (_, index) => ({
      websiteId: YARDSTICK,
      length,
      firstPatron: first(length),
      patrons: length,
      // Far apart in each queue: a patron is first in one and last in another.
      shift: Math.floor((index * length) / titlesPerLength),
      firstBorrower: first(borrowers),
      borrowers,
      borrowerShift: index * 1_000,
    }));
  });
}

/** `titles` lengths that add up to `holds`: the hottest, and the others by a power of their rank. */
export function longTail(titles, holds, hottest) {
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
