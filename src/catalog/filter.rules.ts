import { parseFormatClass } from '../domain/lending-period.js';
import { parseId, parseWholeNumber } from '../domain/numbers.js';
import { isbnsOf, normalizedIdentifier } from '../domain/normalized-identifier.js';
import { ANY_TEXT, type FieldRule } from '../http/fields/field-rules.js';
import { isStorable } from './collections/storable-text.js';

/** A filter as it was asked, to ask it again, and what it lets through; null: nothing can pass it. */
export interface RequestedFilter<Value> {
  readonly asked: string;
  readonly value: Value | null;
}

const MAX_TEXT_LENGTH = 500;
/** A hundred years. */
const MAX_DAYS = 36_500;

/**
 * A filter refuses nothing: what no title can have finds no title. Clients pass on what people type, and take a refusal for
 * an outage.
 */
function filter<Value>(
  allowed: string,
  example: string,
  read: (text: string) => Value | undefined,
): FieldRule<RequestedFilter<Value>> {
  return {
    allowed,
    schema: { type: 'string', example },
    refusedWith: 'InvalidFieldValue',
    read: (text) => ({ asked: text, value: isSearchable(text) ? (read(text.trim()) ?? null) : null }),
  };
}

function isSearchable(text: string): boolean {
  return text.length <= MAX_TEXT_LENGTH && isStorable(text);
}

export const crossRefId = filter('a crossRefId', '100001', parseId);
export const identifier = filter('an ISBN or another identifier', '978-0-14-143947-1', (given) => {
  const isbns = isbnsOf(given);
  return isbns.length > 0 ? isbns : [normalizedIdentifier(given)];
});
export const text = (example: string): FieldRule<RequestedFilter<string>> =>
  filter(ANY_TEXT, example, (given) => given);
export const languages = filter('language codes, with commas between', 'en,fr', (given) =>
  listOf(given).map((code) => code.toLowerCase()),
);
export const mediaTypes = filter('media types, with commas between', 'eBook,Audiobook', (given) =>
  listOf(given).flatMap((name) => parseFormatClass(name) ?? []),
);
export const days = filter('a number of days', '90', (given) => parseWholeNumber(given, 0, MAX_DAYS));

function listOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}
