import type { ErrorCode } from '../domain/errors.js';
import { representSuspension, type SuspensionRecord } from '../holds/hold.representation.js';
import type { Addresses, Link } from '../http/answers/addresses.js';
import type { CrossRefId, ReserveId } from '../http/answers/title.representation.js';
import type { SuspensionOutcome, TitleOutcome } from './all-suspensions.service.js';

/** What was done to each hold. @see contract: #outcome-list */
export interface SuspensionOutcomesRecord {
  readonly totalItems: number;
  readonly outcomes: readonly SuspensionOutcomeRecord[];
  /** The list of holds. */
  readonly links: { readonly holds: Link };
}

export interface SuspensionOutcomeRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly outcome: SuspensionOutcome;
  /** Only of a hold that was suspended. */
  readonly holdSuspension?: SuspensionRecord;
  /** Only of a refused one: nothing was done to it. */
  readonly errorCode?: ErrorCode;
  /** For people; with `errorCode`. */
  readonly message?: string;
  readonly links: { readonly self: Link };
}

export function representOutcomes(
  outcomes: readonly TitleOutcome[],
  addresses: Addresses,
): SuspensionOutcomesRecord {
  return {
    totalItems: outcomes.length,
    outcomes: outcomes.map((one) => representOutcome(one, addresses)),
    links: { holds: addresses.circulationLink(addresses.holds) },
  };
}

function representOutcome(
  { reserveId, crossRefId, outcome, held, refusal }: TitleOutcome,
  addresses: Addresses,
): SuspensionOutcomeRecord {
  const suspension = held?.hold.suspension;
  return {
    reserveId,
    crossRefId,
    outcome,
    ...(held && suspension && { holdSuspension: representSuspension(suspension, held) }),
    ...(refusal && { errorCode: refusal.code, message: refusal.message }),
    links: { self: addresses.circulationLink(addresses.hold(reserveId)) },
  };
}
