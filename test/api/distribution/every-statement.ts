import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Parameters } from '../../../src/catalog/query/parameters.store.js';
import { findBest, findSorted, type WordsFilter } from '../../../src/catalog/search/found-words.store.js';
import type { Filters, KeySorting } from '../../../src/catalog/query/search.js';
import { type View, orderedTitles, changedTitles } from '../../../src/catalog/query/sources.store.js';
import { countTitles, findPlaces } from '../../../src/catalog/query/page.store.js';
import {
  type Connection,
  definedStatements,
  type Statement,
} from '../../../src/platform/database/statement.js';
import { isOfService } from '../../support/stored/statement-origins.js';

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));
/** Stores and what else may have SQL. The doctor and the repair of counters look at all libraries. */
const HAS_SQL = /(\.store|^platform\/database\/.*)\.ts$/;

/**
 * All statements of the service: those that its modules define, and those that a search puts together.
 * @param onSent called for each of the latter where it is sent
 */
export async function everyStatement(onSent?: (statement: Statement) => void): Promise<Statement[]> {
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
    if (HAS_SQL.test(file)) await import(pathToFileURL(join(SOURCE, file)).href);
  return [...definedStatements.filter(isOfService), ...(await searches(onSent))];
}

const FILTERS: Filters = {
  onlyAvailable: true,
  crossRefId: 1,
  mediaTypes: ['eBook'],
  daysSinceAdded: 7,
} as unknown as Filters;

const VIEW: View = {
  collections: {
    websiteId: 37,
    collectionToken: 'token',
    collectionIds: ['main'],
    library: { name: 'Library', homepage: null, titleUrl: null },
  },
  filters: FILTERS,
  query: `'word'`,
  changes: [
    { of: 'any', since: new Date(0) },
    { of: 'title', since: new Date(0) },
  ],
};

const SORTINGS: readonly KeySorting[] = (
  ['title', 'author', 'dateadded', 'popularity', 'rating', 'publisher', 'publication_date'] as const
).map((by) => ({ by, isReversed: false }));

async function searches(onSent?: (statement: Statement) => void): Promise<Statement[]> {
  const sent: Statement[] = [];
  const connection: Connection = {
    run: (statement) => {
      const named = { name: `search ${sent.length}`, text: statement.text };
      sent.push(named);
      onSent?.(named);
      return Promise.resolve([]);
    },
  };
  const views: View[] = [VIEW, { ...VIEW, filters: {} as Filters, query: undefined, changes: [] }];
  for (const view of views) {
    const searches = [
      ...[[], ...SORTINGS.map((sorting) => [sorting])].map(
        (sortings) => (parameters: Parameters) => orderedTitles(view, sortings, parameters),
      ),
      (parameters: Parameters) => changedTitles(view, [{ of: 'any', since: new Date(0) }], parameters),
    ];
    for (const titles of searches) {
      await countTitles(connection, titles);
      await findPlaces(connection, titles, { offset: 10 }, 15);
    }
    for (const start of ['words', 'ownTitles'] as const) {
      const filter: WordsFilter = {
        collections: view.collections,
        filters: view.filters,
        limit: 15,
        offset: 0,
        start,
      };
      await findBest(connection, filter, { query: `'word'`, folded: 'word' }, false);
      await findSorted(connection, filter, `'word'`, SORTINGS);
    }
  }
  return sent;
}

/** Its text, if it has no name. */
export function nameOf({ name, text }: Statement): string {
  return name === '' ? text.trim().replace(/\s+/g, ' ') : name;
}
