import type { IlsPatron } from './ils-patron.js';

/** Keeps patrons as the library's system describes them. Those who keep patrons' records implement it. */
export abstract class IlsPatrons {
  /**
   * Adds the patron, or changes what differs.
   * @returns the patron's number; undefined if the library has no such category, or has the card as that of a patron with another number
   */
  abstract provision(websiteId: number, patron: IlsPatron): Promise<number | undefined>;
}
