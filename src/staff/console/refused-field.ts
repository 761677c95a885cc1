import { Refusal } from '../../domain/errors.js';

/**
 * What a page says of the field that a service has refused: its own sentence, that begins with "This".
 * @throws whatever is no refusal of a field
 */
export function sayRefused(error: unknown, field: string): string {
  if (!(error instanceof Refusal) || error.code !== 'InvalidFieldValue') throw error;
  return error.message.replace(`${field} `, 'This ');
}
