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

/** A statement; one that was put together for a request has its values. */
export interface Sample extends Statement {
  readonly values?: readonly unknown[];
}

/**
 * All statements of the service: those that its modules define, and those that a search puts together.
 * @param onSent called for each of the latter where it is sent
 */
export async function everyStatement(onSent?: (statement: Statement) => void): Promise<Sample[]> {
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }))
    if (HAS_SQL.test(file)) await import(pathToFileURL(join(SOURCE, file)).href);
  return [...definedStatements.filter(isOfService), ...(await searches(onSent))];
}

/** Each of them alone has another text, and all of them together. */
const FILTERS = {
  onlyAvailable: true,
  formats: ['ebook-epub-adobe'],
  mediaTypes: ['eBook'],
  languages: ['en'],
  crossRefId: 1,
  identifier: ['9780000000000'],
  title: 'word',
  creator: 'word',
  subject: '単語',
  series: 'word',
  accessibility: ['textual'],
  daysSinceAdded: 7,
} as const satisfies Filters;

const EVERY_FILTER: readonly Filters[] = [
  FILTERS,
  { onlyAvailable: false },
  ...Object.entries(FILTERS).map(([name, value]) => ({ onlyAvailable: false, [name]: value })),
];

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

/** As requests name them: none, each alone in both directions, and several. */
const ORDERS: readonly (readonly KeySorting[])[] = [
  [],
  ...SORTINGS.flatMap((each) => [[each], [{ ...each, isReversed: true }]]),
  SORTINGS,
  SORTINGS.map((each, index) => ({ ...each, isReversed: index % 2 === 1 })),
];

const ASKED = { query: `'word'`, folded: 'word' };
const OWN_ID = '00000000-0000-4000-8000-000000000000';

/** Each text once. */
async function searches(onSent?: (statement: Statement) => void): Promise<Sample[]> {
  const sent = new Map<string, Sample>();
  const connection = {
    run: (statement: Statement, values: readonly unknown[] = []) => {
      const sample = { name: `search ${sent.size}`, text: statement.text, values };
      if (!sent.has(statement.text)) onSent?.(sample);
      if (!sent.has(statement.text)) sent.set(statement.text, sample);
      return Promise.resolve([]);
    },
  } as Pick<Connection, 'run'> as Connection;
  for (const filters of EVERY_FILTER) {
    await searchPages(connection, { ...VIEW, filters });
    await searchPages(connection, { ...VIEW, filters, query: undefined, changes: [] });
    for (const start of ['words', 'ownTitles'] as const) {
      const filter: WordsFilter = { collections: VIEW.collections, filters, limit: 15, offset: 0, start };
      for (const isReversed of [false, true]) await findBest(connection, filter, ASKED, isReversed);
      for (const order of ORDERS) await findSorted(connection, filter, ASKED.query, order);
    }
  }
  return [...sent.values()];
}

/** The count, the first page, and the next one, in every order. */
async function searchPages(connection: Connection, view: View): Promise<void> {
  const orders = [
    ...ORDERS.map((order) => (parameters: Parameters) => orderedTitles(view, order, parameters)),
    (parameters: Parameters) => changedTitles(view, [{ of: 'any', since: new Date(0) }], parameters),
  ];
  for (const titles of orders) {
    await countTitles(connection, titles);
    await findPlaces(connection, titles, { offset: 10 }, 15);
    const keys = titles(new Parameters()).keys.map(({ type }) => (type.isKey('1') ? '1' : 'word'));
    await findPlaces(connection, titles, { behind: { keys, reserveId: OWN_ID } }, 15);
  }
}

/** Its text, if it has no name. */
export function nameOf({ name, text }: Statement): string {
  return name === '' ? text.trim().replace(/\s+/g, ' ') : name;
}
