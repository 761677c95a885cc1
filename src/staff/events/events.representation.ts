import type { EventPage } from '../../events/event-page.js';
import { type CloudEvent, representEvent } from '../../events/cloud-event.representation.js';
import { iteratorText } from '../../events/event-iterator.js';

export interface EventListRecord {
  readonly data: readonly CloudEvent[];
  /** Ask for what comes behind these events with it. */
  readonly iterator: string;
  /** Whether there are no more now. */
  readonly done: boolean;
}

export function representEvents({ events, place, done }: EventPage): EventListRecord {
  return { data: events.map(representEvent), iterator: iteratorText(place), done };
}
