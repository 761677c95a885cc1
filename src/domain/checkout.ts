import { Refusal, refusal } from './errors.js';
import { conditionOf, type Hold } from './hold.js';
import { type FreeCopies, handOvers } from './queue.js';

/** What must be known to lend a title to a patron. */
export interface CheckoutFacts {
  readonly alreadyCheckedOut: boolean;
  /** Titles the patron has on loan now. */
  readonly checkouts: number;
  readonly checkoutLimit: number;
  /** The patron's own hold on the title. */
  readonly hold: Hold | undefined;
  /** Free copies that the patron may use. */
  readonly freeCopies: readonly FreeCopies[];
  readonly category: string;
}

/**
 * The collection whose copy the patron borrows: that of the copy set aside for their ready hold, or else the collection with
 * a free copy that the fewest categories may use.
 * @throws Refusal when the patron may not borrow the title now
 */
export function collectionToLendFrom(facts: CheckoutFacts, now: Date): string {
  if (facts.alreadyCheckedOut) throw refusal('TitleAlreadyCheckedOut');
  if (facts.checkouts >= facts.checkoutLimit)
    throw new Refusal(
      'PatronHasExceededCheckoutLimit',
      `Patron has reached the limit of ${facts.checkoutLimit} checkouts.`,
    );
  const { hold } = facts;
  if (hold?.pickup && conditionOf(hold, now) === 'ready') return hold.pickup.collectionId;
  const [given] = handOvers(facts.freeCopies, [{ ticket: 0, category: facts.category }]);
  if (given === undefined) throw refusal('NoCopiesAvailable');
  return given.collectionId;
}

/** @throws Refusal `InvalidFieldValue` when the title does not come in that format */
export function permitFormat(formatType: string | undefined, formats: readonly string[]): void {
  if (formatType !== undefined && !formats.includes(formatType))
    throw new Refusal('InvalidFieldValue', `formatType must be one of ${formats.join(', ')} for this title.`);
}
