import type { MissedPickup } from '../../domain/holds/hold.js';
import type { PolicyChanges } from '../../domain/waits/policies/policy.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import { assumptionsOf } from './policy-words.js';
import type { WhatIfAnswer } from './what-if.service.js';

/** What other rules would bring: as `holdfast simulate --json` says it, or which title is meant. */
export interface WhatIfRecord {
  /** Several titles are named so, the longest queue first: ask again with the number of one. */
  readonly choices?: readonly QueuedTitleRecord[];
  readonly report?: WhatIfReportRecord;
}

export interface QueuedTitleRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: number;
  readonly title: string;
  readonly liveHolds: number;
}

export interface LibraryRulesRecord {
  readonly name: string;
  readonly pickupHours: number;
  readonly missedPickup: MissedPickup;
  readonly holdLimit: number;
  readonly titlesWithHolds: number;
}

export interface WhatIfReportRecord {
  readonly websiteId: number;
  readonly library: LibraryRulesRecord;
  /** Absent: there are several. */
  readonly title?: QueuedTitleRecord | undefined;
  readonly titles: number;
  /** Titles of whose patrons too little is known: every pickup and every loan takes all of its time. */
  readonly titlesInWorstCase: number;
  /** Of the simulated titles, by currency; absent unless they are renewed. */
  readonly renewed?: readonly RenewedLicencesRecord[];
  /** @fraction true */
  readonly newHoldsAWeek: number;
  readonly demandWeeks: number;
  readonly days: number;
  readonly runs: number;
  readonly seed: number;
  /** Today’s rules come first. */
  readonly policies: readonly PolicyRecord[];
  /** The longest queue first. Absent: there is one title, whose figures are those of the policies. */
  readonly byTitle?: readonly TriedTitleRecord[];
  /** In English. */
  readonly assumptions: readonly string[];
}

export interface TriedTitleRecord extends QueuedTitleRecord {
  /** In the order of the policies of all titles. */
  readonly policies: readonly TitleFiguresRecord[];
}

export interface TitleFiguresRecord {
  readonly copiesBought: number;
  readonly waits: WaitsRecord;
  /**
   * By how many days the `likelyDays` differ from those of today’s rules: negative if they are fewer. Null: one of them is. Absent: there are no holds.
   * @fraction true
   */
  readonly differenceDays?: number | null | undefined;
}

/** Licences that end in these days. */
export interface RenewedLicencesRecord {
  readonly licences: number;
  /**
   * Of them together; null: none is known.
   * @fraction true
   */
  readonly price: number | null;
  readonly currency: string | null;
}

export interface PolicyRecord {
  readonly name: string;
  readonly changes: PolicyChanges;
  /**
   * The share of new holds that the hold limit leaves.
   * @fraction true
   */
  readonly demandLeft: number;
  readonly copiesBought: number;
  readonly waits: WaitsRecord;
  readonly holdsPlaced: EstimateRecord;
  readonly loansBegun: EstimateRecord;
  readonly copies: CopySharesRecord;
}

/** Of the holds that wait now or are placed in these days. */
export interface WaitsRecord {
  readonly holds: EstimateRecord;
  /** The days within which half of them are ready. Absent: there are none. */
  readonly likelyDays?: EstimateRecord | undefined;
  /** The days within which nine of ten are ready. */
  readonly latestDays?: EstimateRecord | undefined;
}

/** A mean, and the range of nine of ten runs. Null: a wait without an end. */
export interface EstimateRecord {
  /** @fraction true */
  readonly value: number | null;
  /** @fraction true */
  readonly range: readonly (number | null)[];
}

/** Shares of the time of all copies. */
export interface CopySharesRecord {
  /** @fraction true */
  readonly onLoan: number;
  /** @fraction true */
  readonly setAside: number;
  /** @fraction true */
  readonly onShelf: number;
}

/** JSON has no infinity, and writes null. */
export function representAnswer({ choices = [], report }: WhatIfAnswer): WhatIfRecord {
  if (report !== undefined) return { report: { ...report, assumptions: assumptionsOf(report) } };
  const named = choices.map(({ reserveId, crossRefId, title, liveHolds }) => ({
    ...{ reserveId, crossRefId, title, liveHolds },
  }));
  return { choices: named };
}
