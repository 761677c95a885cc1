import type { FormatClass } from '../../domain/lending-period.js';
import type { WaitBasis } from '../../domain/waits/estimated-wait.js';
import { maskedPhone, type NoticeChannels } from '../../domain/texts.js';
import type { NoticeChoice } from '../../patrons/notice-choice.store.js';
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
    /** The first. */
    readonly cardNumber: string | null;
    /** The library’s own number. */
    readonly externalId: string | null;
    readonly category: string;
  }[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

/** A patron, as staff see them at the desk. */
export interface PatronOverviewRecord {
  readonly patronId: number;
  readonly websiteId: number;
  /** The first. */
  readonly cardNumber: string | null;
  readonly cards: readonly string[];
  /** The library’s own number. */
  readonly externalId: string | null;
  /** The last day on which the patron may use the service; null: there is none. */
  readonly expiresOn: string | null;
  /** Why the library has blocked the patron; null: it has not. */
  readonly blockedReason: string | null;
  /** Whether the desk has: no record, list or sign-in lifts that. */
  readonly blockedByDesk: boolean;
  readonly category: string;
  /** The categories of the library. */
  readonly categories: readonly string[];
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  /** How notices come; null: by mail, because the library sends no text messages. */
  readonly noticesBy: NoticeChannels | null;
  /** The ends of the number for text messages; null: there is none, or the library’s gateway knows it. */
  readonly maskedPhone: string | null;
  readonly holds: readonly OverviewHoldRecord[];
  readonly checkouts: readonly OverviewCheckoutRecord[];
}

/** What tells a title from another of the same name. */
export interface ToldTitleRecord {
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
}

export interface OverviewHoldRecord extends ExportedHoldRecord, ToldTitleRecord {
  /** Null if the hold does not wait, or nothing is known. */
  readonly wait: HoldWaitRecord | null;
  /** What became of the notice that the title is ready; null while it is not. */
  readonly notice: NoticeOutcome | null;
  /** The patron is told by text message. */
  readonly getsTexts: boolean;
}

/** How long a hold will still wait. */
export interface HoldWaitRecord {
  /** 366: more than a year. */
  readonly likelyDays: number;
  /** 366: more than a year. */
  readonly latestDays: number;
  readonly basis: WaitBasis;
}

export interface OverviewCheckoutRecord extends ExportedCheckoutRecord, ToldTitleRecord {}

interface OverviewFacts {
  readonly profile: PatronProfile;
  readonly notices: NoticeChoice;
  readonly titles: readonly OverviewTitle[];
  readonly categories: readonly string[];
}

export function representPatronOverview(
  stored: PatronExport,
  { profile, notices, titles, categories }: OverviewFacts,
): PatronOverviewRecord {
  const { patron, holds, checkouts } = representPatronExport(stored);
  const { holdLimit, checkoutLimit, noticesBy } = profile;
  const { texts, phone } = notices;
  const own = new Map(titles.map((title) => [title.reserveId, title]));
  const waits = new Map(stored.holds.map((hold) => [hold.reserveId, representWait(hold)]));
  return {
    patronId: patron.patronId,
    websiteId: patron.websiteId,
    cardNumber: patron.cardNumber,
    cards: patron.cards,
    externalId: patron.externalId,
    expiresOn: patron.expiresOn,
    blockedReason: patron.blockedByDesk ?? patron.blockedReason,
    blockedByDesk: patron.blockedByDesk !== null,
    category: patron.category,
    categories,
    holdLimit,
    checkoutLimit,
    noticesBy,
    maskedPhone: texts === 'phone' && phone !== null ? maskedPhone(phone) : null,
    // What was placed or borrowed since the titles were read is shown the next time.
    holds: holds.flatMap((hold) => {
      const title = own.get(hold.reserveId);
      if (title === undefined) return [];
      const notice = hold.condition === 'ready' ? title.notice : null;
      const { getsTexts } = title;
      return { ...hold, ...toldTitle(title), wait: waits.get(hold.reserveId) ?? null, notice, getsTexts };
    }),
    checkouts: checkouts.flatMap((checkout) => {
      const title = own.get(checkout.reserveId);
      return title === undefined ? [] : { ...checkout, ...toldTitle(title) };
    }),
  };
}

function toldTitle({ title, creators, formatClass }: OverviewTitle): ToldTitleRecord {
  return { title, creators: creators.map(({ name }) => ({ name })), formatClass };
}

function representWait({ wait }: PatronExport['holds'][number]): HoldWaitRecord | null {
  if (wait === undefined) return null;
  const { days: likelyDays, latestDays, basis } = wait;
  return { likelyDays, latestDays, basis };
}
