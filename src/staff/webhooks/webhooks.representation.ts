import type { EventType } from '../../events/event-types.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { NewAttempt, PastAttempt } from '../../events/webhooks/attempts.store.js';
import type { DisabledBecause, Webhook } from '../../events/webhooks/webhooks.store.js';

export interface WebhookSecretRecord {
  readonly webhookId: string;
  /** What the receiver verifies signatures with. It is shown only in this answer. */
  readonly secret: string;
}

export interface RotatedSecretRecord extends WebhookSecretRecord {
  /** Until then, the secret before signs too. */
  readonly formerSecretUntil: Timestamp;
}

/** A receiver of a library's events. */
export interface WebhookRecord {
  readonly webhookId: string;
  readonly url: string;
  readonly types: readonly EventType[];
  /** `failing`: what was not accepted is sent again; `disabled`: nothing is sent. */
  readonly state: WebhookState;
  /** Since when nothing was accepted. */
  readonly failingSince: Timestamp | null;
  /** When what was not accepted is sent again. */
  readonly retryAt: Timestamp | null;
  readonly disabledAt: Timestamp | null;
  /** `failing`: nothing was accepted for three days; `gone`: the receiver answered 410; `staff`: by staff. */
  readonly disabledBecause: DisabledBecause | null;
  /** Until then, the secret before signs too. */
  readonly formerSecretUntil: Timestamp | null;
  readonly createdAt: Timestamp;
}

export type WebhookState = 'active' | 'failing' | 'disabled';

export interface WebhookListRecord {
  readonly webhooks: readonly WebhookRecord[];
}

/** What a receiver answered to an event. */
export interface TestAttemptRecord {
  readonly eventId: string;
  readonly type: string;
  /** Null: there was no whole answer. */
  readonly status: number | null;
  /** The first 500 characters of the answer. */
  readonly answer: string | null;
  /** Why there was no answer. */
  readonly problem: string | null;
}

export interface AttemptRecord extends TestAttemptRecord {
  /** The full hour of an event of a patron, the full minute of others. */
  readonly at: Timestamp;
}

export interface AttemptListRecord {
  readonly attempts: readonly AttemptRecord[];
}

export function representWebhook({ websiteId: _, ...webhook }: Webhook): WebhookRecord {
  const { failingSince, retryAt, disabledAt, formerSecretUntil, createdAt } = webhook;
  return {
    ...webhook,
    state: stateOf(webhook),
    failingSince: failingSince && representTime(failingSince),
    retryAt: retryAt && representTime(retryAt),
    disabledAt: disabledAt && representTime(disabledAt),
    formerSecretUntil: formerSecretUntil && representTime(formerSecretUntil),
    createdAt: representTime(createdAt),
  };
}

function stateOf({ disabledAt, failingSince }: Pick<Webhook, 'disabledAt' | 'failingSince'>): WebhookState {
  if (disabledAt !== null) return 'disabled';
  return failingSince === null ? 'active' : 'failing';
}

export function representTest({ patronId: _, ...attempt }: NewAttempt): TestAttemptRecord {
  return attempt;
}

export function representAttempts(attempts: readonly PastAttempt[]): AttemptListRecord {
  return { attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: representTime(at) })) };
}
