import { soughtTerm } from '../domain/titles/accessibility.js';
import { parseFormatClass } from '../domain/lending-period.js';
import { parseId, parseWholeNumber } from '../domain/numbers.js';
import { isbnsIn, normalizedIdentifier } from '../domain/normalized-identifier.js';
import { codesOfLanguage } from '../domain/titles/title-language.js';
import { isStorable, searchedText } from '../platform/database/storable-text.js';
import type { Filters } from './query/search.js';

/** A hundred years. */
const MAX_DAYS = 36_500;

export const FILTERS = [
  'crossRefId',
  'identifier',
  'title',
  'creator',
  'series',
  'subject',
  'language',
  'mediaTypes',
  'daysSinceAdded',
  'accessibility',
] as const;

type Filter = (typeof FILTERS)[number];

/** How the text of each filter is read, and its name in `Filters`. */
const READERS: Readonly<Record<Filter, (text: string) => Filters[keyof Filters]>> = {
  crossRefId: parseId,
  identifier: (text) => {
    const isbns = isbnsIn(text);
    return isbns.length > 0 ? isbns : [normalizedIdentifier(text)];
  },
  title: (text) => text,
  creator: (text) => text,
  series: (text) => text,
  subject: (text) => text,
  language: (text) => listOf(text).flatMap(codesOfLanguage),
  mediaTypes: (text) => listOf(text).flatMap((name) => parseFormatClass(name) ?? []),
  daysSinceAdded: (text) => parseWholeNumber(text, 0, MAX_DAYS),
  accessibility: (text) => {
    const terms = listOf(text).map(soughtTerm);
    return terms.includes(undefined) ? undefined : [...new Set(terms as string[])];
  },
};

/**
 * The filters that a request gives; null: no title can pass. A filter is never refused: an impossible value finds no title. Clients pass on
 * what people type, and take a refusal for an outage.
 */
export function readFilters(
  asked: Readonly<Partial<Record<Filter, string>>>,
): Omit<Filters, 'onlyAvailable'> {
  const given = FILTERS.flatMap((name) => {
    const text = asked[name];
    if (text === undefined) return [];
    const value = isStorable(text) ? (READERS[name](searchedText(text.trim())) ?? null) : null;
    return [[name === 'language' ? 'languages' : name, value] as const];
  });
  return Object.fromEntries(given);
}

function listOf(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}
