import { subjectOf } from '../cloud-event.representation.js';
import type { PublishedEvent } from '../feed.store.js';
import { isAccepted, type Sent } from './delivery.js';
import type { HeldSubject, Retry } from './retries.store.js';

/** What one round of deliveries to a receiver is about. */
export interface Round {
  /** Held back before, and due again. */
  readonly retries: readonly Retry[];
  /** New ones. */
  readonly events: readonly PublishedEvent[];
  /** All that is held back. */
  readonly held: readonly HeldSubject[];
}

/**
 * What is sent now: nothing of a patron or title of whom more is held back than is sent with it. What is sent again comes behind what is of
 * others: a row of failures ends a round.
 */
export function sendable({ retries, events, held }: Round): PublishedEvent[] {
  const again = retries.map(({ event }) => event);
  const left = new Map(held.map(({ subject, events: count }) => [subject, count]));
  for (const event of again) left.set(subjectOf(event), (left.get(subjectOf(event)) ?? 0) - 1);
  const free = events.filter((event) => (left.get(subjectOf(event)) ?? 0) <= 0);
  const retried = new Set(again.map(subjectOf));
  const isRetried = (event: PublishedEvent): boolean => retried.has(subjectOf(event));
  return [...free.filter((event) => !isRetried(event)), ...again, ...free.filter(isRetried)];
}

/** What became of a round. */
export interface Outcome {
  /** Of the new events. */
  readonly accepted: readonly string[];
  /** Of those held back before. */
  readonly acceptedAgain: readonly string[];
  /** New events to be held back, in their order. */
  readonly toHoldBack: readonly PublishedEvent[];
  /** How often each patron or title that was held back has failed until now. */
  readonly failedAgain: ReadonlyMap<string, number>;
  /** Whether the receiver accepts nothing at all: what comes later waits, too. */
  readonly isDown: boolean;
  /** Whether some were not begun. */
  readonly isStopped: boolean;
}

export function outcomeOf({ retries, events, held }: Round, { attempts, accepted }: Sent): Outcome {
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
