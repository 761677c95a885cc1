/** The words of reasons that several kinds of records share. Keys are told, so that the line can be put right. */

export function unknownLibrary(websiteId: number): string {
  return `websiteId ${websiteId} is not a library here`;
}

export function unknownCollection(websiteId: number, collectionId: string): string {
  return `collection ${JSON.stringify(collectionId)} is unknown in library ${websiteId}`;
}

export function unknownTitle(reserveId: string): string {
  return `reserveId ${reserveId} is not a title here`;
}

/** A number of things, with the word for one of them, and for several where that is not made by an s. */
export type Amount = readonly [number: number, one: string, many?: string];

/** "2 collections, 1 patron": those that there are any of; empty when there is nothing at all. */
export function amounts(...things: readonly Amount[]): string {
  return things
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : (many ?? `${one}s`)}`)
    .join(', ');
}
