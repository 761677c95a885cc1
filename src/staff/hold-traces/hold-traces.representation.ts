import {
  isComplete,
  type LaterAssignments,
  type MoveReason,
  type PassedOver,
  type TracedEvent,
  traceOf,
} from '../../domain/holds/hold-trace.js';
import type { IdentifiedTitle } from '../../domain/titles/title-id.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { CrossRefId, ReserveId } from '../../http/answers/title.representation.js';
import type { StoredWithHold } from './hold-traces.store.js';

/** What happened to a live hold. It is deleted with the hold. */
export interface HoldTraceRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly holdPlacedDate: Timestamp;
  /** False if the hold is older than the record of its events, or has had too many. */
  readonly complete: boolean;
  /** In the order of time. */
  readonly events: readonly HoldEventRecord[];
}

export interface HoldEventRecord {
  readonly event: TracedEvent['event'];
  readonly at: Timestamp;
  /** Of a suspension that ends by itself, of the time to borrow an offered copy, or of the last day on which the title is wanted. */
  readonly until?: Timestamp;
  /** Who released the hold: a request, or the time at which its suspension ended. */
  readonly by?: 'request' | 'time';
  /** Of the copy that was offered, or that went to a later hold. */
  readonly collectionId?: string;
  /** Why the copy went to a later hold; `category`: the patron's category may not use the collection. Or why staff put the hold elsewhere in line. */
  readonly reason?: PassedOver['reason'] | MoveReason;
  /** How many copies went to later holds, for the same reason, from `at` to `lastAt`. */
  readonly times?: number;
  readonly lastAt?: Timestamp;
}

export function representHoldTrace(
  { reserveId, crossRefId }: IdentifiedTitle,
  { placedAt, events }: StoredWithHold,
  assignments: readonly LaterAssignments[],
): HoldTraceRecord {
  return {
    reserveId,
    crossRefId,
    holdPlacedDate: representTime(placedAt),
    complete: isComplete(events),
    events: traceOf(events, assignments).map(representHoldEvent),
  };
}

export function representHoldEvent(traced: TracedEvent): HoldEventRecord {
  if (traced.event === 'passed-over') {
    const { event, reason, collectionId, times } = traced;
    const [at, lastAt] = [representTime(traced.firstAt), representTime(traced.lastAt)];
    return { event, at, lastAt, reason, collectionId, times };
  }
  return {
    ...traced,
    at: representTime(traced.at),
    ...('until' in traced && { until: representTime(traced.until) }),
  } as HoldEventRecord;
}
