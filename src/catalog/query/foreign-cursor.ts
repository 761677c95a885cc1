import type { Refusal } from '../../domain/errors.js';
import { notAllowed } from '../../http/fields/request-class.js';
import type { FieldOptions } from '../../http/fields/validators.js';

export const CURSOR = {
  message: 'what the link next of the same search has',
  context: { example: 'WyJrM1pZcHI5dzJMcWEiLCI1M2JlMjM4ZS1kNGQyLTVlZmQtODI0MS1jNTk2NjM0ZDA1NWUiXQ' },
} as const satisfies FieldOptions;

/** The cursor belongs to another search. */
export function foreignCursor(): Refusal {
  return notAllowed('after', CURSOR.message);
}
