import { say, textFor } from './words/say.js';

/** What patrons read when the service refuses something. They never meet codes, statuses or names of members. */

interface Refused {
  readonly status: number | undefined;
  readonly code: string;
}

export function sentenceFor({ status, code }: Refused): string {
  const sentence = textFor('refusals', code);
  if (sentence !== undefined) return sentence;
  if (status === undefined || status === 502 || status === 504) return say('noAnswer');
  const general = GENERAL[status];
  if (general !== undefined) return textFor('refusals', general) ?? say('fault');
  return code === 'InvalidFieldValue' || code === 'MissingField' ? say('checkEntries') : say('fault');
}

/** The codes of what something before the service refuses, which has none, and of what needs no other words. */
const GENERAL: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
};

/** Why a field's value was refused. */
export function sentenceForField(name: string): string {
  return textFor('fieldRefusals', name) ?? say('checkEntries');
}

/** A request that failed for these may succeed later, and is repeated without a click. */
export function isWorthRetrying({ status }: Refused): boolean {
  return status === undefined || status === 429 || status >= 500;
}
