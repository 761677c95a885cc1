import type { IlsPatron } from './ils-patron.js';

/** Stores patrons as the library's system describes them. Implemented where patrons' records are. */
export abstract class IlsPatrons {
  /**
   * Adds the patron, or changes what differs.
   * @returns the patron's number; undefined if the library has no such category, or the card belongs to a patron with another number
   */
  abstract provision(websiteId: number, patron: IlsPatron): Promise<number | undefined>;
}
