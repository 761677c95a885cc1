import { Refusal } from '../../domain/errors.js';
import { EVENT_TYPES, type EventType } from '../../events/event-types.js';
import { type RequestedTime, since } from '../../http/fields/since.rule.js';
import { eventTypes } from '../../operator/events/events.requests.js';
import { receiverUrl } from '../../operator/webhooks/webhooks.requests.js';
import type { WebhookForm } from './webhooks.requests.js';

/** What is wrong with a field of a form. */
export interface WebhookProblem {
  readonly field: 'url' | 'types' | 'since';
  readonly text: string;
}

/** The webhook that is wanted, or what is wrong with it. */
export function webhookIn({
  url = '',
  types,
}: WebhookForm): { readonly url: string; readonly types: readonly EventType[] } | WebhookProblem {
  const receiver = receiverUrl.read(url.trim());
  if (receiver === undefined) return { field: 'url', text: `This must be ${receiverUrl.allowed}.` };
  const wanted = types === undefined ? EVENT_TYPES : eventTypes.read(types);
  if (wanted === undefined) return { field: 'types', text: `This must be ${eventTypes.allowed}.` };
  return { url: receiver, types: wanted };
}

/** The time that was typed, or what is wrong with it. */
export function timeIn(typed: string | undefined): RequestedTime | WebhookProblem {
  return since.read(typed ?? '') ?? { field: 'since', text: `This must be ${since.allowed}.` };
}

/** What `add` answers, or why the service refuses the address. */
export async function orProblem<Added>(add: Promise<Added>): Promise<Added | WebhookProblem> {
  try {
    return await add;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'InvalidFieldValue') throw error;
    return { field: 'url', text: error.message.replace(/^url /, 'This ') };
  }
}
