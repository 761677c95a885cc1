import type { Request } from 'express';
import { findPatron } from '../../access/tokens/tokens.store.js';
import { refusal } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import type { PatronKey } from '../../domain/patron.js';
import { findLibrary, type Library } from '../../platform/database/libraries.store.js';
import type { Connection } from '../../platform/database/statement.js';
import type { LibrarySource } from './permissions.js';

/**
 * The patron in the request's address; undefined if there is none.
 * @throws Refusal `NotFound` if the patron does not exist, or not in the named library
 */
export async function patronNamed(
  connection: Connection,
  { patronId, websiteId }: Request['params'],
): Promise<PatronKey | undefined> {
  if (patronId === undefined) return undefined;
  const patron = await findPatron(connection, requireId(patronId));
  const isHere = websiteId === undefined || requireId(websiteId) === patron?.websiteId;
  if (patron === undefined || !isHere) throw refusal('NotFound');
  return patron;
}

/**
 * The library in the request's address; undefined if there is none.
 * @throws Refusal `NotFound` if it does not exist
 */
export async function libraryNamed(
  connection: Connection,
  { websiteId }: Request['params'],
): Promise<Library | undefined> {
  if (websiteId === undefined) return undefined;
  const library = await findLibrary(connection, requireId(websiteId));
  if (library === undefined) throw refusal('NotFound');
  return library;
}

/**
 * The libraries that a request names, where its handler's `@Allow` says.
 * @param patron the patron in the address
 * @throws Refusal `NotFound` if the address names no library
 */
export function librariesNamed(
  source: LibrarySource,
  { params, query }: Pick<Request, 'params' | 'query'>,
  patron?: PatronKey,
): number[] {
  if (source === 'query' && params.websiteId === undefined) return librariesInQuery(query);
  return source === 'path' || source === 'query' ? [patron?.websiteId ?? requireId(params.websiteId)] : [];
}

function requireId(parameter: string | string[] | undefined): number {
  const id = typeof parameter === 'string' ? parseId(parameter) : undefined;
  if (id === undefined) throw refusal('NotFound');
  return id;
}

/** Returns every library named, in any spelling: which one the handler will read is not guessed here. */
function librariesInQuery(query: Request['query']): number[] {
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === 'websiteid')
    .flatMap(([, value]) => value)
    .flatMap((value) => (typeof value === 'string' ? (parseId(value) ?? []) : []));
}
