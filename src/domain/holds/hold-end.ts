/** The reasons for which library staff remove a hold. The list is closed: free text could describe a person. */
export const REMOVAL_REASONS = ['requested', 'duplicate', 'title-unavailable', 'other'] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** The reasons for which a library no longer has a title. */
export const WITHDRAWAL_REASONS = ['rights-ended', 'lost', 'replaced', 'other'] as const;
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number];

/** Every way in which a hold ends. A hold ends once, for one of these reasons. */
export const HOLD_END_REASONS = [
  'borrowed',
  'alternative-borrowed',
  'removed-by-patron',
  'removed-by-staff',
  'pickup-missed',
  'title-withdrawn',
  'suspension-expired',
  'no-copies',
  'licence-ended',
  'not-needed',
  'patron-deleted',
  'patron-merged',
] as const;
export type HoldEndReason = (typeof HOLD_END_REASONS)[number];

/** The reason for which a hold ends, with the remarks of staff or the library. */
export type HoldEnd =
  | { readonly reason: Exclude<HoldEndReason, 'removed-by-staff' | 'title-withdrawn'> }
  | { readonly reason: 'removed-by-staff'; readonly because: RemovalReason }
  | { readonly reason: 'title-withdrawn'; readonly because: WithdrawalReason };

/**
 * Whether the patron gets a mail. Patrons who ended the hold themselves, or who no longer exist, get none. A hold that ends because two cards
 * are merged continues as the hold of the other card.
 */
const IS_TOLD: Readonly<Record<HoldEndReason, boolean>> = {
  borrowed: false,
  'alternative-borrowed': false,
  'removed-by-patron': false,
  'removed-by-staff': true,
  'pickup-missed': true,
  'title-withdrawn': true,
  'suspension-expired': true,
  'no-copies': true,
  'licence-ended': true,
  'not-needed': true,
  'patron-deleted': false,
  'patron-merged': false,
};

export function isToldToPatron({ reason }: HoldEnd): boolean {
  return IS_TOLD[reason];
}
