import { MAX_ID } from '../../domain/numbers.js';

/** The source of a library's own titles: of those that are numbered by the library's own system. */
export function ownSource(websiteId: number): string {
  return `library-${websiteId}`;
}

const OWN_SOURCE = /^library-([1-9]\d{0,9})$/;

/**
 * The library whose own title a record brings. Undefined for a title of any other source, and for one that the record itself gives a number:
 * it could be a title of everybody.
 */
export function libraryOfTitle(members: Readonly<Record<string, unknown>>): number | undefined {
  const { source, externalId, reserveId, crossRefId } = members;
  if (externalId == null || reserveId != null || crossRefId != null) return undefined;
  const websiteId = Number(OWN_SOURCE.exec(typeof source === 'string' ? source : '')?.[1] ?? NaN);
  return websiteId <= MAX_ID ? websiteId : undefined;
}
