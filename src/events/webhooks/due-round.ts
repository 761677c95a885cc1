import { HttpStatus } from '@nestjs/common';
import { amongKept } from '../event-iterator.js';
import { type EventPage, readPage } from '../event-page.js';
import { readStreams } from '../feed.store.js';
import type { StatementRunner } from '../../platform/database/statement.js';
import { insertAttempts } from './attempts.store.js';
import * as store from './deliveries.store.js';
import type { Sent } from './delivery.js';
import * as retries from './retries.store.js';
import { retrySeconds } from './retry-pauses.js';
import { outcomeOf, type DeliveryRound } from './round.js';

const EVENTS_AT_ONCE = 100;
/** The limit of held back events of one receiver. Beyond it, later events wait too. */
const MAX_HELD_BACK = 10_000;

export interface DueRound {
  readonly webhook: store.DueWebhook;
  readonly page: EventPage;
  readonly round: DeliveryRound;
}

/** Undefined if nothing is due. */
export async function findDueRound(
  session: StatementRunner,
  webhookId: string,
): Promise<DueRound | undefined> {
  const webhook = await store.findDueWebhook(session, webhookId);
  if (webhook === undefined) return undefined;
  const { types, websiteId, accepted } = webhook;
  const own = { patrons: [websiteId], titles: [websiteId] };
  const place = amongKept(webhook, await readStreams(session));
  const page = await readPage(session, place, { types, websiteIds: own, limit: EVENTS_AT_ONCE });
  const round = {
    retries: await retries.findDueRetries(session, webhookId, EVENTS_AT_ONCE),
    held: await retries.findHeldSubjects(session, webhookId),
    // The events of the page that were not accepted yet.
    events: page.events.filter(({ eventId }) => !accepted.includes(eventId)),
  };
  return { webhook, page, round };
}

/**
 * Each step may be the last one recorded: then some events are sent again, and none is lost.
 * @returns whether there is more to send now, or the receiver was given up
 */
export async function recordRound(
  session: StatementRunner,
  { webhook, page, round }: DueRound,
  sent: Sent,
): Promise<'more' | 'done' | 'disabled'> {
  const { webhookId } = webhook;
  const { accepted, acceptedAgain, toHoldBack, failedAgain, isDown, isStopped } = outcomeOf(round, sent);
  await insertAttempts(session, webhookId, sent.attempts);
  if (acceptedAgain.length > 0) await retries.deleteRetries(session, webhookId, acceptedAgain);
  const pauses = [...failedAgain].map(([subject, count]) => [subject, retrySeconds(count + 1)] as const);
  if (pauses.length > 0) await retries.postponeRetries(session, webhook, new Map(pauses));
  // A receiver that answers this wants no more events.
  const isGone = sent.attempts.some(({ status }) => status === HttpStatus.GONE);
  const held = round.held.reduce((sum, { events }) => sum + events, 0) - acceptedAgain.length;
  if (isDown || isGone || held + toHoldBack.length > MAX_HELD_BACK) {
    const pause = retrySeconds(accepted.length > 0 ? 0 : webhook.failures);
    const because = await store.recordFailure(session, webhook, { accepted, retrySeconds: pause, isGone });
    return because === null ? 'done' : 'disabled';
  }
  await retries.holdBack(session, webhook, toHoldBack, retrySeconds(0));
  if (isStopped) {
    const done = [...accepted, ...toHoldBack.map(({ eventId }) => eventId)];
    await store.recordPartlyAccepted(session, webhook, done);
    return 'done';
  }
  await store.recordAccepted(session, webhook, page.place);
  return page.done ? 'done' : 'more';
}
