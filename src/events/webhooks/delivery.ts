import { representEvent, subjectOf } from '../cloud-event.representation.js';
import type { PublishedEvent } from '../feed.store.js';
import { isAccepted, type SignedOutbound, SignedSender } from '../../platform/outbound/signed-sender.js';
import type { NewAttempt } from './attempts.store.js';

/** Requests to one receiver at the same time, for different patrons and titles. */
const REQUESTS_AT_ONCE = 8;
/** The status of a receiver that wants no more events. */
const GONE = 410;

interface Target {
  readonly webhookId: string;
  readonly websiteId: number;
  readonly url: string;
  /** Sealed. */
  readonly secrets: readonly string[];
}

/** The event as it is sent, and as the feed shows it. */
export interface SignedMessage {
  readonly id: string;
  readonly type: string;
  readonly patronId: number | null;
  readonly body: string;
}

export function messageOf(event: PublishedEvent): SignedMessage {
  const { eventId, type, patronId } = event;
  return { id: eventId, type, patronId, body: JSON.stringify(representEvent(event)) };
}

export interface Sent {
  readonly attempts: readonly NewAttempt[];
  /** The ids of the accepted events. */
  readonly accepted: readonly string[];
}

/**
 * Sends events, those of one patron or title one after the other. After one that is not accepted, no other of the same follows. When as many
 * as are sent at a time have failed and none was accepted, begins no more.
 * @param signal ends requests in progress: their attempts do not count
 * @param isStopped asked before each event
 */
export async function sendEvents(
  target: Target,
  events: readonly PublishedEvent[],
  to: SignedOutbound,
  { signal, isStopped }: { readonly signal: AbortSignal; readonly isStopped: () => boolean },
): Promise<Sent> {
  const attempts: NewAttempt[] = [];
  let failures = 0;
  const isDown = (): boolean => failures === attempts.length && failures >= REQUESTS_AT_ONCE;
  const isGone = (): boolean => attempts.some(({ status }) => status === GONE);
  const lanes = [...Map.groupBy(events, subjectOf).values()];
  const sender = senderTo(target, to);
  const sendLanes = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift())
      for (const event of lane) {
        if (isDown() || isGone() || isStopped()) return;
        const attempt = await sender.send(messageOf(event), signal);
        if (signal.aborted && attempt.status === null) return;
        attempts.push(attempt);
        if (isAccepted(attempt)) continue;
        failures++;
        break;
      }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(REQUESTS_AT_ONCE, lanes.length) }, sendLanes));
  } finally {
    sender.close();
  }
  return { attempts, accepted: attempts.filter(isAccepted).map(({ eventId }) => eventId) };
}

/** Sends one message: a test, or an event to a developer's own receiver. */
export async function sendOnce(
  target: Target,
  message: SignedMessage,
  to: SignedOutbound,
  signal = new AbortController().signal,
): Promise<NewAttempt> {
  const sender = senderTo(target, to);
  try {
    return await sender.send(message, signal);
  } finally {
    sender.close();
  }
}

interface MessageSender {
  send(message: SignedMessage, signal: AbortSignal): Promise<NewAttempt>;
  close(): void;
}

function senderTo({ webhookId, ...target }: Target, to: SignedOutbound): MessageSender {
  const sender = new SignedSender({ ...target, secretOwner: webhookId }, to, 'Holdfast-Webhooks');
  return {
    send: async (message, signal) => {
      const { id: eventId, type, patronId } = message;
      return { eventId, type, patronId, ...(await sender.send(message, signal)) };
    },
    close: () => sender.close(),
  };
}
