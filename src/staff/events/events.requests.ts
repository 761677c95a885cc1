import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { type FieldOptions, IsReadable, readField } from '../../http/fields/validators.js';
import { MAX_ID } from '../../domain/numbers.js';
import type { Beginning } from '../../events/event-page.js';
import { MAX_EVENTS } from '../../events/feed.store.js';
import { parseIterator } from '../../events/event-iterator.js';
import { EVENT_TYPES, type EventType } from '../../events/event-types.js';

const DEFAULT_EVENTS = 100;
/** Shorter than what proxies wait for an answer: commonly 60 s. */
const MAX_WAIT_SECONDS = 30;

export const TYPES = {
  message: `one or more of ${EVENT_TYPES.join(', ')}, separated by commas`,
  context: { example: 'hold.ready,hold.ended' },
} as const satisfies FieldOptions;

export function parseTypes(text: string): readonly EventType[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  const types = EVENT_TYPES.filter((type) => names.includes(type));
  return types.length === new Set(names).size ? types : undefined;
}

/** All of them, unless `text` names some. */
export function typesIn(text: string | undefined): readonly EventType[] {
  return text === undefined ? EVENT_TYPES : readField(parseTypes, text);
}

function parseBeginning(text: string): Beginning | undefined {
  return text === 'now' ? text : parseIterator(text);
}

export class EventsQuery {
  /** How many to return at most; 100 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_EVENTS) limit?: number;
  /**
   * Begins behind the last event of that answer; `now`: behind all that there are. Without it, at the oldest
   * event that is kept.
   */
  @IsOptional()
  @IsReadable(parseBeginning, {
    message: 'the iterator of an earlier answer, or now',
    context: { example: 'now' },
  })
  iterator?: string;

  /** Only these, separated by commas. */
  @IsOptional() @IsReadable(parseTypes, TYPES) types?: string;
  /** Only those of this library. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
  /** For how many seconds to wait for an event if there is none. */
  @IsOptional() @IsInt() @Min(0) @Max(MAX_WAIT_SECONDS) wait?: number;
}

interface Reading {
  readonly beginning: Beginning;
  readonly limit: number;
  readonly types: readonly EventType[];
}

/** From where on, how many and which events are wanted. */
export function readingIn({ limit = DEFAULT_EVENTS, types, iterator }: EventsQuery): Reading {
  const beginning = iterator === undefined ? 'oldest' : readField(parseBeginning, iterator);
  return { beginning, limit, types: typesIn(types) };
}
