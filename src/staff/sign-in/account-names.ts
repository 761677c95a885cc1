import { refusedField } from '../../domain/errors.js';

const NAME = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Completes "name must be …". */
export const NAME_RULE =
  '1 to 64 lower-case letters, digits and . _ @ + -, with a letter or digit at both ends';

/** The stored form of a name: in lower case. Undefined if it is no valid name. */
export function accountName(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** @throws Refusal `InvalidFieldValue` */
export function requireName(text: string): string {
  const name = accountName(text);
  if (name === undefined) throw refusedField('name', `must be ${NAME_RULE}.`);
  return name;
}
