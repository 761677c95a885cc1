/** An event in the life of a hold, as stored with it, in the order in which they were recorded. */
export type HoldEvent =
  /** A copy was set aside. */
  | { readonly event: 'offered'; readonly at: Date; readonly until: Date; readonly collectionId: string }
  /** The pickup ended without a checkout. */
  | { readonly event: 'missed'; readonly at: Date }
  /** Until its end as it was last changed. Without an end: indefinitely. */
  | { readonly event: 'suspended'; readonly at: Date; readonly until?: Date }
  | { readonly event: 'released'; readonly at: Date; readonly by: 'request' | 'time' }
  | { readonly event: 'address-changed'; readonly at: Date }
  /** To another patron category, which may use other collections. */
  | { readonly event: 'category-changed'; readonly at: Date }
  /** To another card of the same person. */
  | { readonly event: 'card-changed'; readonly at: Date }
  /** What happened up to here is not known: the service did not record it yet, or it is too long ago. */
  | { readonly event: 'unrecorded' };

/** Copies of one collection that went to later holds of the queue between two events of this hold. */
export interface LaterHandOvers {
  /** How many of the hold's events were recorded before. */
  readonly eventsBefore: number;
  readonly collectionId: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Why a copy went past a hold: it was suspended, or its patron category may not use the collection. */
export type PassedOverReason = 'suspended' | 'category' | 'unknown';

export interface PassedOver extends Omit<LaterHandOvers, 'eventsBefore'> {
  readonly event: 'passed-over';
  readonly reason: PassedOverReason;
}

export type TracedEvent = Exclude<HoldEvent, { readonly event: 'unrecorded' }> | PassedOver;

type State = 'waiting' | 'suspended' | 'ready' | 'unknown';

const STATE_AFTER: Readonly<Partial<Record<HoldEvent['event'], State>>> = {
  offered: 'ready',
  missed: 'waiting',
  suspended: 'suspended',
  released: 'waiting',
  unrecorded: 'unknown',
};

/**
 * Copies go to the first hold in line that may have them. One that went to a later hold went past a hold that was suspended,
 * or else may not use the collection. A ready hold has its copy, and is not passed over.
 */
const PASSED_OVER_BECAUSE: Readonly<Record<State, PassedOverReason | undefined>> = {
  waiting: 'category',
  suspended: 'suspended',
  ready: undefined,
  unknown: 'unknown',
};

/** What happened to a hold, in the order of time, with the copies that went past it. */
export function traceOf(
  events: readonly HoldEvent[],
  handOvers: readonly LaterHandOvers[],
): readonly TracedEvent[] {
  const passedOver = handOvers.flatMap(({ eventsBefore, ...counted }): PassedOver[] => {
    const reason = PASSED_OVER_BECAUSE[stateAfter(events, eventsBefore)];
    return reason === undefined ? [] : [{ event: 'passed-over', reason, ...counted }];
  });
  const recorded = events.filter((each) => each.event !== 'unrecorded');
  return [...recorded, ...passedOver].sort((a, b) => startOf(a).getTime() - startOf(b).getTime());
}

/** Whether everything since the hold was placed is recorded. */
export function isComplete(events: readonly HoldEvent[]): boolean {
  return events.every(({ event }) => event !== 'unrecorded');
}

/** Nothing is known of a hold before the events that are kept. */
function stateAfter(events: readonly HoldEvent[], number: number): State {
  const first = events[0]?.event === 'unrecorded' ? 'unknown' : 'waiting';
  return events.slice(0, number).reduce<State>((state, { event }) => STATE_AFTER[event] ?? state, first);
}

function startOf(event: TracedEvent): Date {
  return event.event === 'passed-over' ? event.firstAt : event.at;
}
