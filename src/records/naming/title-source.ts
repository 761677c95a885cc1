import { MAX_ID } from '../../domain/numbers.js';

/** The source of the titles that a library's own system numbers. */
export function ownSource(websiteId: number): string {
  return `library-${websiteId}`;
}

const OWN_SOURCE = /^library-([1-9]\d{0,9})$/;

/**
 * The library whose own title a record describes. Undefined for a title of any other source, and for a title with a number, which any library could
 * have.
 */
export function libraryOfTitle(members: Readonly<Record<string, unknown>>): number | undefined {
  const { source, externalId, reserveId, crossRefId } = members;
  if (externalId == null || reserveId != null || crossRefId != null) return undefined;
  const websiteId = Number(OWN_SOURCE.exec(typeof source === 'string' ? source : '')?.[1] ?? NaN);
  return websiteId <= MAX_ID ? websiteId : undefined;
}
