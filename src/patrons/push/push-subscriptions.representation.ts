import type { Action } from '../../http/answers/action.representation.js';
import type { Addresses, Link } from '../../http/answers/addresses.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { PushSubscriptions } from './push-subscriptions.service.js';
import type { PushSubscription } from './push-subscriptions.store.js';

/** A browser that takes the patron’s push messages. @see contract: #push-messages */
export interface PushSubscriptionRecord {
  readonly id: string;
  /** Where its push service takes messages. */
  readonly endpoint: string;
  readonly addedAt: Timestamp;
  /** The push service refused the latest message, with this status of HTTP. Absent: it took it. */
  readonly refused?: { readonly at: Timestamp; readonly status: number };
  readonly links: { readonly self: Link };
  readonly actions: { readonly removePushSubscription: Action };
}

/** At most five; the oldest first. */
export interface PushSubscriptionListRecord {
  readonly totalItems: number;
  /** The key for `applicationServerKey`, in base64url. Absent: the library offers no push messages. */
  readonly vapidPublicKey?: string;
  readonly pushSubscriptions: readonly PushSubscriptionRecord[];
  /** Its own address, which takes the description of another browser by POST, and how else notices come. */
  readonly links: { readonly self: Link; readonly notices: Link };
}

export function representPushSubscription(
  { subscriptionId, endpoint, createdAt, refusedAt, refusedStatus }: PushSubscription,
  addresses: Addresses,
): PushSubscriptionRecord {
  const href = addresses.pushSubscription(subscriptionId);
  return {
    id: subscriptionId,
    endpoint,
    addedAt: representTime(createdAt),
    ...(refusedAt !== null &&
      refusedStatus !== null && { refused: { at: representTime(refusedAt), status: refusedStatus } }),
    links: { self: addresses.circulationLink(href) },
    actions: { removePushSubscription: { href, method: 'delete' } },
  };
}

export function representPushSubscriptions(
  { publicKey, subscriptions }: PushSubscriptions,
  addresses: Addresses,
): PushSubscriptionListRecord {
  return {
    totalItems: subscriptions.length,
    ...(publicKey !== null && { vapidPublicKey: publicKey }),
    pushSubscriptions: subscriptions.map((each) => representPushSubscription(each, addresses)),
    links: {
      self: addresses.circulationLink(addresses.pushSubscriptions),
      notices: addresses.circulationLink(addresses.notices),
    },
  };
}
