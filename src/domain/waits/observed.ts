import type { HoldFacts, LoanFacts, PurchaseFacts } from '../holds/event-facts.js';
import {
  BY_RULE,
  HORIZON_DAYS,
  holdsPerCopyBucket,
  LATEST,
  LIKELY,
  type ObservationCount,
  PICKUP_HOURS,
  PICKUP_MISSED,
  PICKUP_REMOVED,
  PICKUP_SUSPENDED,
  READY_BEFORE,
  READY_IN_THAT_HOUR,
  READY_LATER,
  WAIT_READY,
  WAIT_REMOVED,
  OF_ESTIMATE,
} from './observation.js';

/** An observation that an event gives. */
export type Observation = Omit<ObservationCount, 'count'> & {
  /** The week in so many minutes counts it: that of an estimated time. Absent: this week. */
  readonly inMinutes?: number;
};

/** @param reason why a hold has ended */
export function observationsOf(type: string, facts: object, reason?: string): readonly Observation[] {
  if (type === 'title.changed') return [ofPurchase(facts as PurchaseFacts)];
  if (type === 'loan.ended') return [ofLoan(facts as LoanFacts)];
  return ofHold(reason ?? type, facts as HoldFacts);
}

function ofHold(what: string, hold: HoldFacts): readonly Observation[] {
  const isReady = hold.ready !== null;
  switch (what) {
    case 'hold.ready':
      return [...ofWait(hold, WAIT_READY), ...ofEstimate(hold)];
    case 'hold.missed':
      return ofPickup(hold, PICKUP_MISSED);
    case 'borrowed':
      return ofPickup(hold, PICKUP_HOURS.filter((from) => from * 60 <= (hold.ready ?? 0)).length);
    case 'hold.suspended':
      return isReady ? ofPickup(hold, PICKUP_SUSPENDED) : ofLeaving(hold);
    // The patron said so before.
    case 'not-needed':
      return isReady ? [] : [...ofWait(hold, WAIT_REMOVED), ...ofLeaving(hold)];
    case 'removed-by-patron':
      return isReady ? ofPickup(hold, PICKUP_REMOVED) : [...ofWait(hold, WAIT_REMOVED), ...ofLeaving(hold)];
    default:
      return [];
  }
}

function ofPurchase({ formatClass, bought, liveHolds, owned }: PurchaseFacts): Observation {
  const bucket = holdsPerCopyBucket(liveHolds, owned);
  return { measure: 'bought', formatClass, period: 0, bucket, amount: bought };
}

function ofLoan({ formatClass, loanDays, tenths }: LoanFacts): Observation {
  return { measure: 'loan', formatClass, period: loanDays, bucket: tenths, amount: 0 };
}

function ofPickup(hold: HoldFacts, bucket: number): readonly Observation[] {
  const { formatClass, pickupHours: period, hasMissed, ready } = hold;
  const measure = hasMissed ? 'pickup-again' : 'pickup';
  return ready === null ? [] : [{ measure, formatClass, period, bucket, amount: 0 }];
}

function ofWait({ formatClass, hasOnlyWaited, waited }: HoldFacts, bucket: number): readonly Observation[] {
  const amount = Math.round(waited / 60);
  return hasOnlyWaited ? [{ measure: 'waiting', formatClass, period: 0, bucket, amount }] : [];
}

/** A hold that has only waited, and whose patron was told an estimate: it can be compared with the wait. */
interface EstimatedHold extends HoldFacts {
  readonly toldLikely: number;
  readonly toldLatest: number;
}

function hadEstimate(hold: HoldFacts): hold is EstimatedHold {
  return hold.hasOnlyWaited && hold.toldLikely !== null && hold.toldLatest !== null;
}

/** The length of the estimated wait, in days. */
function horizonOf({ toldLikely }: EstimatedHold): number {
  return HORIZON_DAYS.findLast((from) => from * 24 * 60 <= toldLikely) ?? HORIZON_DAYS[0];
}

/** A hold that leaves after the estimated time was late all the same. */
function ofLeaving(hold: HoldFacts): readonly Observation[] {
  if (!hadEstimate(hold)) return [];
  const { formatClass, toldLatest, waited } = hold;
  const left = { measure: 'told-left', formatClass, period: horizonOf(hold), bucket: 0, amount: 0 };
  return [
    ...ofEstimatedTimes(hold).filter(({ bucket }) => bucket === READY_LATER),
    ...(waited > toldLatest ? [] : [{ ...left, inMinutes: toldLatest - waited }]),
  ];
}

function ofEstimate(hold: HoldFacts): readonly Observation[] {
  if (!hadEstimate(hold)) return [];
  const [lastWait, place] = hold.toldByRules;
  return [
    ...ofEstimatedTimes(hold),
    ...ofRule(hold, 'off-last-wait', lastWait),
    ...ofRule(hold, 'off-place', place),
  ];
}

function ofEstimatedTimes(hold: EstimatedHold): readonly Observation[] {
  return [
    ofEstimatedTime(hold, 'told-likely', hold.toldLikely, LIKELY),
    ofEstimatedTime(hold, 'told-latest', hold.toldLatest, LATEST),
  ];
}

/** Compares an estimated time with the wait. The pinball loss weights being late and being early by the share. */
function ofEstimatedTime(
  hold: EstimatedHold,
  measure: 'told-likely' | 'told-latest',
  told: number,
  share: number,
): Observation {
  const early = told - hold.waited;
  return {
    measure,
    formatClass: hold.formatClass,
    period: horizonOf(hold),
    bucket: early < 0 ? READY_LATER : early < 60 ? READY_IN_THAT_HOUR : READY_BEFORE,
    amount: Math.round(Math.max((1 - share) * early, -share * early) / 60),
    inMinutes: early,
  };
}

/** The errors of a simple rule and of the estimate; none where the rule had no estimate. */
function ofRule(
  hold: EstimatedHold,
  measure: 'off-last-wait' | 'off-place',
  byRule: number | null | undefined,
): readonly Observation[] {
  if (byRule == null) return [];
  const off = (bucket: number, told: number): Observation => ({
    measure,
    formatClass: hold.formatClass,
    period: horizonOf(hold),
    bucket,
    amount: Math.round(Math.abs(hold.waited - told) / 60),
    inMinutes: hold.toldLikely - hold.waited,
  });
  return [off(OF_ESTIMATE, hold.toldLikely), off(BY_RULE, byRule)];
}
