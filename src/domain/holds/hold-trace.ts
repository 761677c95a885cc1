/** The reasons for which staff put a hold elsewhere in its queue. The list is closed: free text could describe a person. */
export const MOVE_REASONS = ['class', 'reading-group', 'urgent', 'mistake', 'other'] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];

/** An event in the life of a hold, as stored with it, in the order of recording. */
export type HoldEvent =
  /** A copy was set aside. */
  | { readonly event: 'offered'; readonly at: Date; readonly until: Date; readonly collectionId: string }
  /** The pickup ended without a checkout. */
  | { readonly event: 'missed'; readonly at: Date }
  /** `until` is the end as last changed. Without it: indefinitely. */
  | { readonly event: 'suspended'; readonly at: Date; readonly until?: Date }
  | { readonly event: 'released'; readonly at: Date; readonly by: 'request' | 'time' }
  | { readonly event: 'address-changed'; readonly at: Date }
  /** The patron wants the title until the end of another day. Without `until`: whenever it comes. */
  | { readonly event: 'last-day-changed'; readonly at: Date; readonly until?: Date }
  /** The patron wants only one of this title and others: whichever comes first. */
  | { readonly event: 'alternative-chosen'; readonly at: Date }
  /** The title is wanted in any case again. */
  | { readonly event: 'alternatives-left'; readonly at: Date }
  /**
   * The patron was told that the library no longer owns a copy. `until` is the time for which the hold waits for one; without it, there is no
   * limit.
   */
  | { readonly event: 'copies-lost'; readonly at: Date; readonly until?: Date }
  /** The licence of the copy that was set aside has ended: the hold waits again, in its place. */
  | { readonly event: 'licence-ended'; readonly at: Date }
  /** The hold moved to another patron category, which may use other collections. */
  | { readonly event: 'category-changed'; readonly at: Date }
  /** Staff have put the hold before or after another. */
  | { readonly event: 'moved-in-line'; readonly at: Date; readonly reason: MoveReason }
  /** Staff have put it back in the order of placement. */
  | { readonly event: 'put-back'; readonly at: Date }
  /** The hold moved to another card of the same person. */
  | { readonly event: 'card-changed'; readonly at: Date }
  /** Earlier events are unknown: they were not recorded yet, or are too long ago. */
  | { readonly event: 'unrecorded' };

/** Copies of one collection that went to later holds of the queue between two events of this hold. */
export interface LaterAssignments {
  /** The number of the hold's events before the minute in which the copies were assigned. */
  readonly eventsBefore: number;
  /** The number before the end of that minute. Assignments are stored by the minute, and the order within one is inferred. */
  readonly mostEventsBefore: number;
  /** The hold's patron category may use the collection. */
  readonly mayHaveIt: boolean;
  /** Other ready holds of the patron can hold this one back: an alternative to it, or as many as the patron wants ready. Null: none can. */
  readonly heldBackBy: 'alternative' | 'pace' | null;
  readonly collectionId: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/**
 * Why a copy went past a hold: it was suspended, an alternative to it was ready, its patron wanted no more ready, or its patron category may not
 * use the collection.
 */
export type PassedOverReason = 'suspended' | 'alternative' | 'pace' | 'category' | 'unknown';

export interface PassedOver extends Omit<
  LaterAssignments,
  'eventsBefore' | 'mostEventsBefore' | 'mayHaveIt' | 'heldBackBy'
> {
  readonly event: 'passed-over';
  readonly reason: PassedOverReason;
}

export type TracedEvent = Exclude<HoldEvent, { readonly event: 'unrecorded' }> | PassedOver;

type State = 'waiting' | 'suspended' | 'ready' | 'unknown';

const STATE_AFTER: Readonly<Partial<Record<HoldEvent['event'], State>>> = {
  offered: 'ready',
  missed: 'waiting',
  'licence-ended': 'waiting',
  suspended: 'suspended',
  released: 'waiting',
  unrecorded: 'unknown',
};

/**
 * Copies go to the first hold in line that may have them. A copy that went to a later hold passed one that was suspended, may not use the
 * collection, or is held back by other holds of its patron. A ready hold has its copy, and is not passed over.
 */
const PASSED_OVER_BECAUSE: Readonly<Record<State, PassedOverReason | undefined>> = {
  waiting: 'category',
  suspended: 'suspended',
  ready: undefined,
  unknown: 'unknown',
};

/** The history of a hold in the order of time, with the copies that went past it. */
export function traceOf(
  events: readonly HoldEvent[],
  assignments: readonly LaterAssignments[],
): readonly TracedEvent[] {
  const passed = new Map<number, PassedOver[]>();
  for (const assignment of assignments) {
    const position = positionOf(events, assignment);
    const reason = reasonAt(events, position, assignment);
    if (reason === undefined) continue;
    const { collectionId, times, firstAt, lastAt } = assignment;
    const there = passed.get(position) ?? [];
    addTo(there, { event: 'passed-over', reason, collectionId, times, firstAt, lastAt });
    passed.set(position, there);
  }
  const between = (position: number): PassedOver[] =>
    (passed.get(position) ?? []).sort((one, other) => one.firstAt.getTime() - other.firstAt.getTime());
  const trace: { readonly event: TracedEvent; readonly time: number }[] = [];
  for (const [index, event] of [undefined, ...events].entries()) {
    const known = event === undefined || event.event === 'unrecorded' ? undefined : event;
    if (known !== undefined) trace.push({ event: known, time: known.at.getTime() });
    for (const past of between(index))
      trace.push({ event: past, time: Math.max(past.firstAt.getTime(), known?.at.getTime() ?? 0) });
  }
  return trace.sort((one, other) => one.time - other.time).map(({ event }) => event);
}

/** The reasons for which a copy passes a hold that may have it, and one that may not; the likeliest first. */
const LIKELY_REASONS = {
  mayHaveIt: ['suspended', 'alternative', 'pace', undefined, 'unknown', 'category'],
  mayNotHaveIt: ['category', 'suspended', 'unknown', undefined],
} as const;

/** After how many events of the hold the copies passed it: the earliest position that explains why. */
function positionOf(events: readonly HoldEvent[], assignment: LaterAssignments): number {
  const { eventsBefore, mostEventsBefore, mayHaveIt } = assignment;
  const positions = Array.from(
    { length: Math.max(mostEventsBefore - eventsBefore, 0) + 1 },
    (_, index) => eventsBefore + index,
  );
  for (const reason of LIKELY_REASONS[mayHaveIt ? 'mayHaveIt' : 'mayNotHaveIt']) {
    const found = positions.find((position) => reasonAt(events, position, assignment) === reason);
    if (found !== undefined) return found;
  }
  return eventsBefore;
}

function reasonAt(
  events: readonly HoldEvent[],
  position: number,
  { mayHaveIt, heldBackBy }: LaterAssignments,
): PassedOverReason | undefined {
  const reason = PASSED_OVER_BECAUSE[stateAfter(events, position)];
  return reason === 'category' && mayHaveIt && heldBackBy !== null ? heldBackBy : reason;
}

/** Assignments of several minutes may lie between the same two events. */
function addTo(passed: PassedOver[], more: PassedOver): void {
  const same = passed.findIndex(({ collectionId }) => collectionId === more.collectionId);
  const { times, firstAt, lastAt } = passed[same] ?? { times: 0, firstAt: more.firstAt, lastAt: more.lastAt };
  const both = {
    ...more,
    times: times + more.times,
    firstAt: firstAt < more.firstAt ? firstAt : more.firstAt,
    lastAt: lastAt > more.lastAt ? lastAt : more.lastAt,
  };
  passed.splice(same === -1 ? passed.length : same, same === -1 ? 0 : 1, both);
}

/** Whether everything since the hold was placed is recorded. */
export function isComplete(events: readonly HoldEvent[]): boolean {
  return events.every(({ event }) => event !== 'unrecorded');
}

/** The state before the recorded events is unknown. */
function stateAfter(events: readonly HoldEvent[], number: number): State {
  const first = events[0]?.event === 'unrecorded' ? 'unknown' : 'waiting';
  return events.slice(0, number).reduce<State>((state, { event }) => STATE_AFTER[event] ?? state, first);
}
