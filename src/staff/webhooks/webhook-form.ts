import type { EventType } from '../../events/event-types.js';
import { parseTime, POINT_IN_TIME } from '../../http/fields/time.js';
import { parseTypes, TYPES, typesIn } from '../events/events.requests.js';
import { parseReceiverUrl, RECEIVER_URL } from './webhooks.requests.js';
import type { WebhookForm } from './webhooks-pages.requests.js';
import { sayRefused } from '../console/refused-field.js';

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
  const receiver = parseReceiverUrl(url.trim());
  if (receiver === undefined) return { field: 'url', text: `This must be ${RECEIVER_URL.message}.` };
  const areTypes = types === undefined || parseTypes(types) !== undefined;
  if (!areTypes) return { field: 'types', text: `This must be ${TYPES.message}.` };
  return { url: receiver, types: typesIn(types) };
}

/** The time that was typed, or what is wrong with it. */
export function timeIn(typed: string | undefined): Date | WebhookProblem {
  return parseTime(typed ?? '') ?? { field: 'since', text: `This must be ${POINT_IN_TIME.message}.` };
}

/** What `add` answers, or why the service refuses the address. */
export async function orProblem<Added>(add: Promise<Added>): Promise<Added | WebhookProblem> {
  try {
    return await add;
  } catch (error) {
    return { field: 'url', text: sayRefused(error, 'url') };
  }
}
