import { readFileSync } from 'node:fs';
import type { NamedLibrary } from '../platform/database/libraries.store.js';

/** A library card with its PIN, to try the demo library with. */
export interface DemoCard {
  readonly websiteId: number;
  readonly cardNumber: string;
  readonly pin: string;
}

/** A record of the demo library, of which only these members matter here. */
type DemoRecord = Partial<DemoCard> & Partial<NamedLibrary> & { readonly record?: string };

const MAX_CARDS = 3;

/**
 * The first cards of the demo library, if that is what is loaded: other libraries' PINs are not known, nor for a page to
 * show.
 */
export function demoCardsOf(libraries: readonly NamedLibrary[]): DemoCard[] {
  const records = readDemoRecords();
  const isLoaded = records.some(
    ({ record, websiteId, name }) =>
      record === 'library' &&
      libraries.some((library) => library.websiteId === websiteId && library.name === name),
  );
  if (!isLoaded) return [];
  return records
    .flatMap(({ websiteId, cardNumber, pin }) =>
      websiteId === undefined || cardNumber === undefined || pin === undefined
        ? []
        : [{ websiteId, cardNumber, pin }],
    )
    .slice(0, MAX_CARDS);
}

/** The records without which no card can be used: the library's and the patrons'. */
function readDemoRecords(): DemoRecord[] {
  const lines = readFileSync(new URL('../../data/demo.ndjson', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => /^\{"record":"(?:library|patron)"/.test(line))
    .map((line) => JSON.parse(line) as DemoRecord);
}
