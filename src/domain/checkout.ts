import { Refusal, refusal } from './errors.js';
import { type FormatDetails, isOnline } from './titles/format.js';
import type { Hold } from './holds/hold.js';
import { type FreeCopies, assignCopies } from './holds/queue.js';

/** The facts that decide whether a patron may borrow a title. */
export interface CheckoutFacts {
  /** The patron has the title on loan: only a copy set aside for them replaces that loan. */
  readonly alreadyCheckedOut: boolean;
  /** The title is in one of the collections that the patron's category may use. */
  readonly inPatronsCollections: boolean;
  /** Titles the patron has on loan now. */
  readonly checkouts: number;
  readonly checkoutLimit: number;
  /** The patron's own hold on the title, as it is now. */
  readonly hold: Hold | undefined;
  /** Free copies that the patron may use. */
  readonly freeCopies: readonly FreeCopies[];
  readonly category: string;
}

/**
 * The collection whose copy the patron borrows: that of the copy set aside for their ready hold, or else the collection with a free copy that
 * the fewest categories may use.
 * @throws Refusal when the patron may not borrow the title now
 */
export function collectionToLendFrom(facts: CheckoutFacts): string {
  const setAside = facts.hold?.pickup?.collectionId;
  if (facts.alreadyCheckedOut) {
    if (setAside === undefined) throw refusal('TitleAlreadyCheckedOut');
    // A renewal: the new loan replaces the running one, so the limit does not count.
    return setAside;
  }
  // Before the limit: the answer must not tell an unknown title from one in other patrons' collections.
  if (setAside === undefined && !facts.inPatronsCollections) throw refusal('TitleNotInCollection');
  if (facts.checkouts >= facts.checkoutLimit)
    throw new Refusal(
      'PatronHasExceededCheckoutLimit',
      `Patron has reached the limit of ${facts.checkoutLimit} checkouts.`,
    );
  if (setAside !== undefined) return setAside;
  const [given] = assignCopies(facts.freeCopies, [{ ticket: 0, category: facts.category }]);
  if (given === undefined) throw refusal('NoCopiesAvailable');
  return given.collectionId;
}

/** The formats of a title, in the order of its record. */
export interface TitleFormats {
  readonly formats: readonly string[];
  readonly formatDetails: readonly FormatDetails[];
}

export interface LoanFormats extends TitleFormats {
  /** The format that is locked in, if any. */
  readonly formatType: string | null;
}

/** The formats that the patron can use now: those online, and the one that is locked in. */
export function usableFormats({ formats, formatDetails, formatType: locked }: LoanFormats): string[] {
  const usable = formats.filter((id) => id === locked || isOnline(id, formatDetails));
  // A patron keeps a format that is locked in even if the record drops it.
  return locked === null || usable.includes(locked) ? usable : [...usable, locked];
}

/** The formats that the patron may still choose to download. */
export function lockableFormats({ formats, formatDetails, formatType }: LoanFormats): string[] {
  return formatType === null ? formats.filter((id) => !isOnline(id, formatDetails)) : [];
}

/** Whether the patron can use a format, or choose one. */
export function hasFormats(loan: LoanFormats): boolean {
  return loan.formats.length > 0 || loan.formatType !== null;
}

/**
 * Whether the format must be locked in before the patron can use it.
 * @throws Refusal `PatronTitleProcessingFailed` when the title has no such format, `AnotherFormatHasBeenLockedIn`
 */
export function mustLockIn(formatType: string, loan: LoanFormats): boolean {
  if (usableFormats(loan).includes(formatType)) return false;
  if (!loan.formats.includes(formatType)) throw refusal('PatronTitleProcessingFailed');
  if (loan.formatType !== null) throw refusal('AnotherFormatHasBeenLockedIn');
  return true;
}

/** The format that a checkout locks in: the one asked for, if it can be downloaded. No other format refuses the loan (decision 7). */
export function formatToLockIn(formatType: string | undefined, title: TitleFormats): string | undefined {
  return lockableFormats({ ...title, formatType: null }).find((format) => format === formatType);
}
