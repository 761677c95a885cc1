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
  /** How many of them are Lucky Day copies, and how many may be. Null: as many as other loans. */
  readonly luckyLoans: number;
  readonly luckyLoanLimit: number | null;
  /** The patron's own hold on the title, as it is now. */
  readonly hold: Hold | undefined;
  /** Collections that the patron may use, in which a copy is free. */
  readonly freeCopies: readonly UsableCopies[];
  readonly category: string;
}

/** The free copies of a collection. */
export interface UsableCopies extends FreeCopies {
  /** The free Lucky Day copies, which nobody waits for. */
  readonly lucky: number;
}

/** The copy that is put on loan. */
export interface CopyToLend {
  readonly collectionId: string;
  /** It is a Lucky Day copy. */
  readonly isLucky: boolean;
}

/**
 * The copy that the patron borrows: the one set aside for their ready hold, or else a free one of the collection that the fewest categories may
 * use; or else, whoever waits for the title, a Lucky Day copy.
 * @throws Refusal when the patron may not borrow the title now
 */
export function copyToLend(facts: CheckoutFacts): CopyToLend {
  const setAside = facts.hold && copySetAsideFor(facts.hold);
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
  const free = setAside ?? firstOf(facts.freeCopies, facts);
  if (free !== undefined) return free;
  const lucky = firstOf(
    facts.freeCopies.map((copies) => ({ ...copies, free: copies.lucky })),
    facts,
  );
  if (lucky === undefined) throw refusal('NoCopiesAvailable');
  if (facts.luckyLoanLimit !== null && facts.luckyLoans >= facts.luckyLoanLimit)
    throw new Refusal(
      'PatronHasExceededCheckoutLimit',
      `Patron has reached the limit of ${facts.luckyLoanLimit} Lucky Day checkouts.`,
    );
  return { ...lucky, isLucky: true };
}

function copySetAsideFor({ pickup }: Hold): CopyToLend | undefined {
  return pickup === null ? undefined : { collectionId: pickup.collectionId, isLucky: false };
}

function firstOf(
  copies: readonly FreeCopies[],
  { category }: Pick<CheckoutFacts, 'category'>,
): CopyToLend | undefined {
  const [given] = assignCopies(copies, [{ ticket: 0, category }]);
  return given && { collectionId: given.collectionId, isLucky: false };
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
