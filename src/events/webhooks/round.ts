import { subjectOf } from '../cloud-event.representation.js';
import type { PublishedEvent } from '../feed.store.js';
import { isAccepted } from '../../platform/outbound/signed-sender.js';
import type { Sent } from './delivery.js';
import type { HeldSubject, Retry } from './retries.store.js';

/** One round of deliveries to a receiver. */
export interface DeliveryRound {
  /** Events that were held back and are due again. */
  readonly retries: readonly Retry[];
  /** New events. */
  readonly events: readonly PublishedEvent[];
  /** All held back events. */
  readonly held: readonly HeldSubject[];
}

/**
 * The events to send now, without patrons or titles for which even more is held back. Repeated events come after those of others: a row of
 * failures ends a round.
 */
export function sendable({ retries, events, held }: DeliveryRound): PublishedEvent[] {
  const again = retries.map(({ event }) => event);
  const left = new Map(held.map(({ subject, events: count }) => [subject, count]));
  for (const event of again) left.set(subjectOf(event), (left.get(subjectOf(event)) ?? 0) - 1);
  const free = events.filter((event) => (left.get(subjectOf(event)) ?? 0) <= 0);
  const retried = new Set(again.map(subjectOf));
  const isRetried = (event: PublishedEvent): boolean => retried.has(subjectOf(event));
  return [...free.filter((event) => !isRetried(event)), ...again, ...free.filter(isRetried)];
}

/** The result of a round. */
export interface RoundOutcome {
  /** The new events that were accepted. */
  readonly accepted: readonly string[];
  /** The held back events that were accepted. */
  readonly acceptedAgain: readonly string[];
  /** New events to hold back, in their order. */
  readonly toHoldBack: readonly PublishedEvent[];
  /** How often each held back patron or title has failed until now. */
  readonly failedAgain: ReadonlyMap<string, number>;
  /** Whether the receiver accepts nothing at all: later events wait too. */
  readonly isDown: boolean;
  /** Whether some events were not begun. */
  readonly isStopped: boolean;
}

export function outcomeOf(
  { retries, events, held }: DeliveryRound,
  { attempts, accepted }: Sent,
): RoundOutcome {
  const failedIds = new Set(attempts.filter((each) => !isAccepted(each)).map(({ eventId }) => eventId));
  const acceptedIds = new Set(accepted);
  const isAcceptedEvent = ({ eventId }: PublishedEvent): boolean => acceptedIds.has(eventId);
  const again = retries.map(({ event }) => event);
  const failed = [...again, ...events].filter(({ eventId }) => failedIds.has(eventId));
  const paused = new Set([...held.map(({ subject }) => subject), ...failed.map(subjectOf)]);
  const open = events.filter((event) => !isAcceptedEvent(event));
  const failures = new Map(retries.map(({ event, failures: count }) => [subjectOf(event), count]));
  const isNew = new Set(events);
  return {
    accepted: events.filter(isAcceptedEvent).map(({ eventId }) => eventId),
    acceptedAgain: again.filter(isAcceptedEvent).map(({ eventId }) => eventId),
    toHoldBack: open.filter((event) => paused.has(subjectOf(event))),
    failedAgain: new Map(
      failed
        .filter((event) => failures.has(subjectOf(event)))
        .map((event) => [subjectOf(event), failures.get(subjectOf(event)) ?? 0]),
    ),
    isDown: accepted.length === 0 && failed.some((event) => isNew.has(event)),
    isStopped: open.some((event) => !paused.has(subjectOf(event))),
  };
}
