import type { PatronProfile } from '../../patrons/patrons.store.js';
import {
  type ExportedCheckoutRecord,
  type ExportedHoldRecord,
  representPatronExport,
} from './patron-export.representation.js';
import type { PatronExport } from './patron-export.store.js';
import type { NoticeOutcome, OverviewTitle } from './patron-overview.store.js';

/** The patron with the card that was asked for. */
export interface FoundPatronRecord {
  readonly patronId: number;
}

/** Patrons whom staff look for. */
export interface FoundPatronsRecord {
  /** At most 20. */
  readonly patrons: readonly {
    readonly patronId: number;
    readonly cardNumber: string | null;
    readonly category: string;
  }[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

/** A patron, as staff see them at the desk. */
export interface PatronOverviewRecord {
  readonly patronId: number;
  readonly websiteId: number;
  readonly cardNumber: string | null;
  readonly category: string;
  /** The categories of the library. */
  readonly categories: readonly string[];
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  readonly holds: readonly OverviewHoldRecord[];
  readonly checkouts: readonly OverviewCheckoutRecord[];
}

export interface OverviewHoldRecord extends ExportedHoldRecord {
  readonly title: string;
  /** What became of the notice that the title is ready; null while it is not. */
  readonly notice: NoticeOutcome | null;
}

export interface OverviewCheckoutRecord extends ExportedCheckoutRecord {
  readonly title: string;
}

interface OverviewFacts {
  readonly profile: PatronProfile;
  readonly titles: readonly OverviewTitle[];
  readonly categories: readonly string[];
}

export function representPatronOverview(
  stored: PatronExport,
  { profile, titles, categories }: OverviewFacts,
): PatronOverviewRecord {
  const { patron, holds, checkouts } = representPatronExport(stored);
  const { patronId, websiteId, cardNumber, category } = patron;
  const { holdLimit, checkoutLimit } = profile;
  const own = new Map(titles.map((title) => [title.reserveId, title]));
  const titleOf = (reserveId: string): string => own.get(reserveId)?.title ?? reserveId;
  return {
    patronId,
    websiteId,
    cardNumber,
    category,
    categories,
    holdLimit,
    checkoutLimit,
    holds: holds.map((hold) => ({
      ...hold,
      title: titleOf(hold.reserveId),
      notice: hold.condition === 'ready' ? (own.get(hold.reserveId)?.notice ?? null) : null,
    })),
    checkouts: checkouts.map((checkout) => ({ ...checkout, title: titleOf(checkout.reserveId) })),
  };
}
