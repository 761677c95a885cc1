import { aboutPatron, type PatronName } from '../naming/named-patron.js';
import type { NamedTitle } from '../naming/named-title.js';
import type { Reason } from './record-kind.js';

/** Messages that several kinds of records share. They name the key, so that the sender can correct the line. */

export function unknownLibrary(websiteId: number): string {
  return `websiteId ${websiteId} is not a library here`;
}

/** @param collectionId empty if the record names no collection */
export function unknownCollection(websiteId: number, collectionId: string): string {
  if (collectionId === '')
    return `collectionId is missing: library ${websiteId} has several collections, or none`;
  return `collection ${JSON.stringify(collectionId)} is unknown in library ${websiteId}`;
}

export function unknownPatron(patron: PatronName & { readonly websiteId: number }): Reason {
  return aboutPatron(patron, `is not a patron of library ${patron.websiteId}`);
}

export function unknownTitle({ reserveId, called = `reserveId ${reserveId}` }: NamedTitle): string {
  return `${called} is not a title here`;
}

/** `plural` defaults to `singular` with an s. */
export type Count = readonly [number: number, singular: string, plural?: string];

/** Lists the counts above zero, such as "2 collections, 1 patron"; empty if there are none. */
export function listCounts(...counts: readonly Count[]): string {
  return counts
    .filter(([number]) => number > 0)
    .map(([number, singular, plural = `${singular}s`]) => `${number} ${number === 1 ? singular : plural}`)
    .join(', ');
}
