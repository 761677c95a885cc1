import { setMaxListeners } from 'node:events';
import { representEvent, subjectOf } from '../cloud-event.representation.js';
import type { PublishedEvent } from '../feed.store.js';
import { AddressRefused, type Outbound } from '../../platform/outbound/outbound-policy.js';
import { OutboundReceiver } from '../../platform/outbound/outbound-request.js';
import type { NewAttempt } from './attempts.store.js';
import { type SecretSeal, SecretUnreadable } from '../../platform/secret-seal.js';
import { signedHeaders } from './signature.js';

/** Covers look-up, connection and answer. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const ANSWER_SHOWN = 500;
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

/** The way out for events, and the key that opens their secrets. */
export interface SignedOutbound extends Outbound {
  readonly seal: SecretSeal;
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

export function isAccepted({ status }: Pick<NewAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
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

function senderTo(
  { webhookId, websiteId, url, secrets }: Target,
  { seal, ...to }: SignedOutbound,
): MessageSender {
  const receiver = new OutboundReceiver(new URL(url), { ...to, websiteId });
  const post = async ({ id, body }: SignedMessage, signal: AbortSignal): Promise<ReceiverAnswer> => {
    const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS };
    try {
      const opened = secrets.map((secret) => seal.open(webhookId, secret));
      const headers = {
        ...signedHeaders({ id, sentAt: new Date(), body }, opened),
        'content-type': 'application/json',
        'user-agent': 'Holdfast-Webhooks',
      };
      const { status, content } = await receiver.post({ headers, body, signal, ...limits });
      return { status, answer: shownOf(content), problem: null };
    } catch (error) {
      return { status: null, answer: null, problem: problemOf(error) };
    }
  };
  return {
    send: async (message, signal) => {
      setMaxListeners(0, signal);
      const { id: eventId, type, patronId } = message;
      return { eventId, type, patronId, ...(await post(message, signal)) };
    },
    close: () => receiver.close(),
  };
}

type ReceiverAnswer = Pick<NewAttempt, 'status' | 'answer' | 'problem'>;

/** PostgreSQL stores every character but NUL. */
function shownOf(content: Buffer): string {
  return content.toString().replaceAll('\0', '\uFFFD').slice(0, ANSWER_SHOWN).toWellFormed();
}

function problemOf(error: unknown): string {
  if (error instanceof SecretUnreadable)
    return 'The secret cannot be opened: the service has lost its key. Replace the secret.';
  if (error instanceof AddressRefused) return `The address ${error.message}.`;
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError')
    return `There was no whole answer within ${TIMEOUT_MS / 1000} seconds.`;
  return typeof code === 'string'
    ? `The receiver could not be asked (${code}).`
    : 'The receiver could not be asked.';
}
