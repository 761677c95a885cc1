import { hash } from 'node:crypto';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import type { Connection } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { Parameters } from '../query/parameters.store.js';
import { keySortings, type Search } from '../query/search.js';
import { findBookmark, forgetBookmarks, saveBookmarks } from './bookmarks.store.js';
import { type Cursor, cursorText, fingerprintOf, parseCursor } from '../query/cursor.js';
import { foreignCursor } from '../query/foreign-cursor.js';
import { type View, type OrderedTitles, orderedTitles, changedTitles } from '../query/sources.store.js';
import { countTitles, findPlaces, type TitlePlace, type Start } from '../query/page.store.js';

/** One page of the titles. */
export interface TitlePage {
  readonly totalItems: number;
  readonly places: readonly TitlePlace[];
  /** The text of the cursor behind which the next page begins; undefined: this is the last page. */
  readonly next: string | undefined;
}

/** A search without words, or for changes. */
export interface PageSearch extends Search {
  readonly collections: OpenCollections;
  /** A tsquery; undefined: no words were asked for. */
  readonly query: string | undefined;
}

/**
 * Reads all titles, page by page. A page begins behind the last title of the one before, so that no title is missed or repeated when others
 * come and go (decision 8). The transaction must have one snapshot.
 * @throws Refusal `InvalidFieldValue` for a cursor of another search
 */
export async function findTitlePage(
  connection: Connection,
  principal: Principal,
  search: PageSearch,
): Promise<TitlePage> {
  const { limit, offset, asked, collections } = search;
  const fingerprint = fingerprintOf(asked);
  const cursorHash = hashOf(principal, collections, fingerprint);
  const titles = (parameters: Parameters): OrderedTitles => titlesFor(search, parameters);
  const start = await startOf(connection, search, fingerprint, cursorHash);
  const [places, total] = await Promise.all([
    // One more, to know whether there is a next page.
    findPlaces(connection, titles, start, limit + 1),
    // Without an order they are counted faster: no sort keys are read.
    countTitles(connection, (parameters) => titlesFor({ ...search, sorting: [] }, parameters)),
  ]);
  const page = places.slice(0, limit);
  const hasMore = places.length > limit;
  // An empty page ends where it begins.
  const last = page.at(-1) ?? ('behind' in start ? start.behind : undefined);
  const cursor = last && cursorText({ ...last, fingerprint });
  if (search.after === undefined && offset === 0) await forgetBookmarks(connection, cursorHash);
  // A client that counts offsets continues where this page ends, even beyond the end: titles are added that it has not seen.
  if (search.after === undefined && cursor !== undefined)
    await saveBookmarks(connection, cursorHash, [...new Set([offset + page.length, offset + limit])], cursor);
  return {
    // Titles that are gone do not count, though the client has passed them: a client that counts to the end must not stop before it.
    totalItems: Math.max(total, hasMore ? offset + limit + 1 : 0),
    places: page,
    next: hasMore ? cursor : undefined,
  };
}

async function startOf(
  connection: Connection,
  search: PageSearch,
  fingerprint: string,
  cursorHash: Buffer,
): Promise<Start> {
  const { after, offset } = search;
  if (after !== undefined) {
    if (!isCursorOf(search, fingerprint, after)) throw foreignCursor();
    return { behind: after };
  }
  const bookmark = offset === 0 ? undefined : await findBookmark(connection, cursorHash, offset);
  const cursor = bookmark === undefined ? undefined : parseCursor(bookmark);
  return cursor === undefined ? { offset } : { behind: cursor };
}

function titlesFor(search: PageSearch, parameters: Parameters): OrderedTitles {
  const view: View = search;
  const [first, ...others] = search.changes;
  return first === undefined
    ? orderedTitles(view, keySortings(search), parameters)
    : changedTitles(view, [first, ...others], parameters);
}

/** Whether the cursor belongs to this search, and its keys are values that the database accepts. */
function isCursorOf(search: PageSearch, fingerprint: string, cursor: Cursor): boolean {
  const { keys } = titlesFor(search, new Parameters());
  return (
    cursor.fingerprint === fingerprint &&
    cursor.keys.length === keys.length &&
    keys.every(({ type }, index) => type.isKey(cursor.keys[index] ?? ''))
  );
}

/** A hash of who reads the titles, and of what was asked for; only this is stored. */
function hashOf(
  { patron, clientId }: Principal,
  { collectionToken }: OpenCollections,
  fingerprint: string,
): Buffer {
  const reader = patron === undefined ? ['client', clientId] : ['patron', patron.websiteId, patron.patronId];
  return hash('sha256', JSON.stringify([...reader, collectionToken, fingerprint]), 'buffer');
}
