import { notAllowed } from '../../http/fields/field.decorator.js';
import type { FieldRule } from '../../http/fields/field-rules.js';
import type { Refusal } from '../../domain/errors.js';
import { type Cursor, parseCursor } from './cursor.js';

export const cursor: FieldRule<Cursor> = {
  allowed: 'what the link next of the same search has',
  schema: {
    type: 'string',
    example: 'WyJrM1pZcHI5dzJMcWEiLCI1M2JlMjM4ZS1kNGQyLTVlZmQtODI0MS1jNTk2NjM0ZDA1NWUiXQ',
  },
  refusedWith: 'InvalidFieldValue',
  read: parseCursor,
};

/** A cursor that is one, but of another search. */
export function foreignCursor(): Refusal {
  return notAllowed('after', cursor);
}
