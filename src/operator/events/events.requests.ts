import { MAX_ID } from '../../domain/numbers.js';
import { type Beginning } from '../../events/event-feed.service.js';
import { parseIterator } from '../../events/event-iterator.js';
import { EVENT_TYPES, type EventType } from '../../events/event-types.js';
import { Field } from '../../http/fields/field.decorator.js';
import { type FieldRule, wholeNumber } from '../../http/fields/field-rules.js';

const MAX_EVENTS = 1_000;
const DEFAULT_EVENTS = 100;
/** Shorter than what proxies wait for an answer: commonly 60 s. */
const MAX_WAIT_SECONDS = 30;

export const eventTypes: FieldRule<readonly EventType[]> = {
  allowed: `one or more of ${EVENT_TYPES.join(', ')}, separated by commas`,
  schema: { type: 'string', example: 'hold.ready,hold.ended' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const types = EVENT_TYPES.filter((type) => names.includes(type));
    return types.length === new Set(names).size ? types : undefined;
  },
};

const iterator: FieldRule<Beginning> = {
  allowed: 'the iterator of an earlier answer, or now',
  schema: { type: 'string', example: 'now' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => (text === 'now' ? text : parseIterator(text)),
};

export class EventsQuery {
  @Field(wholeNumber(1, MAX_EVENTS)) limit?: number;
  @Field(iterator) iterator?: Beginning;
  @Field(eventTypes) types?: readonly EventType[];
  @Field(wholeNumber(1, MAX_ID)) websiteId?: number;
  @Field(wholeNumber(0, MAX_WAIT_SECONDS)) wait?: number;
}

export function feedFilter({ limit = DEFAULT_EVENTS, types = EVENT_TYPES }: EventsQuery): {
  readonly limit: number;
  readonly types: readonly EventType[];
} {
  return { limit, types };
}
