import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Refusal, refusedField } from '../../domain/errors.js';
import { MISSED_PICKUP, type MissedPickup } from '../../domain/holds/hold.js';
import { LENDING_PERIOD_DAYS } from '../../domain/lending-period.js';
import type { CopiesToBuy, PolicyChanges } from '../../domain/waits/policies/policy.js';
import {
  MAX_COPIES_PER_TITLE,
  MAX_HOLD_LIMIT,
  MAX_PERCENT_OF_COPIES,
  MAX_PICKUP_HOURS,
} from '../../domain/waits/policies/trial-limits.js';
import { IsText, Label } from '../../http/fields/validators.js';
import { withoutAbsent } from '../../records/engine/schema-rules.js';

/** Somebody waits for the page. */
export const MAX_MOST_WANTED = 100;
export const DEFAULT_MOST_WANTED = 20;
export const DAYS_OFFERED = [30, 90, 180, 365] as const;

export class SubjectQuery {
  /** A title by its `reserveId`, its `crossRefId`, its ISBN, or a part of its name or author; by default the most wanted ones. */
  @Label('One title', 'Its name, author or ISBN. Empty: the most wanted ones.')
  @IsOptional()
  @IsText('53be238e-d4d2-5efd-8241-c596634d055e')
  title?: string;
}

/** What is to change, for which titles, and for how long. */
export class WhatIfQuery extends SubjectQuery {
  /** How many of the most wanted titles; 20 by default. */
  @Label('Most wanted titles', `Up to ${MAX_MOST_WANTED}. Empty: ${DEFAULT_MOST_WANTED}.`)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_MOST_WANTED)
  mostWanted?: number;

  /** 90 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(Math.max(...DAYS_OFFERED)) days?: number;
  /** For how long a copy is set aside. */
  @Label('Hours for a pickup') @IsOptional() @IsInt() @Min(1) @Max(MAX_PICKUP_HOURS) pickupHours?: number;
  @IsOptional() @IsIn(MISSED_PICKUP) missedPickup?: MissedPickup;
  /** Days of the loan of an e-book. */
  @IsOptional() @IsIn(LENDING_PERIOD_DAYS.eBook) eBook?: number;
  /** Days of the loan of an audiobook. */
  @IsOptional() @IsIn(LENDING_PERIOD_DAYS.Audiobook) Audiobook?: number;
  /** Days of the loan of a video. */
  @IsOptional() @IsIn(LENDING_PERIOD_DAYS.Video) Video?: number;
  /** Holds of a patron. */
  @Label('Holds of a patron, at most') @IsOptional() @IsInt() @Min(0) @Max(MAX_HOLD_LIMIT) holdLimit?: number;
  /** With true, every licence that ends, or gives its last loan, is followed by one like it. */
  @IsOptional() @IsBoolean() renew?: boolean;
  /** So many more of each title. */
  @Label('Of each title, so many more')
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_COPIES_PER_TITLE)
  copiesPerTitle?: number;

  /** So many percent more of all together, instead of `copiesPerTitle`. */
  @Label('Or of all together, so many percent more')
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_PERCENT_OF_COPIES)
  percentOfCopies?: number;
}

/** @throws Refusal `MissingField` if nothing is to change, `InvalidFieldValue` */
export function changesIn(query: WhatIfQuery): PolicyChanges {
  const { pickupHours, missedPickup, holdLimit, renew, eBook, Audiobook, Video } = query;
  const lendingDays = withoutAbsent({ eBook, Audiobook, Video });
  const changes = withoutAbsent({
    ...{ pickupHours, missedPickup, holdLimit, renew, copies: copiesIn(query) },
    lendingDays: Object.keys(lendingDays).length === 0 ? undefined : lendingDays,
  });
  if (Object.keys(changes).length === 0) throw new Refusal('MissingField', 'Enter what is to change.');
  return changes as PolicyChanges;
}

function copiesIn({ copiesPerTitle, percentOfCopies }: WhatIfQuery): CopiesToBuy | undefined {
  if (copiesPerTitle !== undefined && percentOfCopies !== undefined)
    throw refusedField('percentOfCopies', 'must be empty where there are copies of each title.');
  if (copiesPerTitle !== undefined) return { perTitle: copiesPerTitle };
  return percentOfCopies === undefined ? undefined : { percent: percentOfCopies };
}
