import { SORTED_BY, type SortedBy, type Sorting } from './query/search.js';

/** Names that clients use for some of them. */
const OTHER_NAMES: ReadonlyMap<string | undefined, SortedBy> = new Map([['starrating', 'rating']]);

export const SORTINGS = `any of ${SORTED_BY.join(', ')} (or starrating, the same as rating), each perhaps followed by :asc or :desc, with commas between`;

/** Clients send orders that other services have: unknown ones are ignored. */
export function parseSortings(text: string): Sorting[] {
  const known = text.split(',').flatMap((item) => readOne(item) ?? []);
  return known.filter(({ by }, index) => known.findIndex((other) => other.by === by) === index);
}

function readOne(text: string): Sorting | undefined {
  const [name, direction] = text.trim().toLowerCase().split(':');
  const by = SORTED_BY.find((known) => known === (OTHER_NAMES.get(name) ?? name));
  // The best first is a falling order: relevance:desc means the same as relevance.
  return by && { by, isReversed: direction === (by === 'relevance' ? 'asc' : 'desc') };
}

/** The order as a client would write it. */
export function sortText({ by, isReversed }: Sorting): string {
  const isFalling = by === 'relevance' ? !isReversed : isReversed;
  return `${by}:${isFalling ? 'desc' : 'asc'}`;
}
