import type { Request } from 'express';
import { findPatron } from '../../access/tokens/tokens.store.js';
import { refusal } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import type { Connection } from '../../platform/database/statement.js';
import type { LibrarySource } from './permissions.js';

/**
 * The libraries that a request names, where its handler's `@Allow` says.
 * @throws Refusal `NotFound` when its address has none, or a patron who does not exist or is of another library
 */
export async function librariesNamed(
  connection: Connection,
  source: LibrarySource,
  { params, query }: Pick<Request, 'params' | 'query'>,
): Promise<number[]> {
  if (source === 'query') return librariesInQuery(query);
  if (source === 'patron') return [await libraryOfPatron(connection, params.patronId)];
  if (source !== 'path') return [];
  const websiteId = requireId(params.websiteId);
  if (params.patronId !== undefined && (await libraryOfPatron(connection, params.patronId)) !== websiteId)
    throw refusal('NotFound');
  return [websiteId];
}

type Parameter = string | string[] | undefined;

async function libraryOfPatron(connection: Connection, parameter: Parameter): Promise<number> {
  const patron = await findPatron(connection, requireId(parameter));
  if (patron === undefined) throw refusal('NotFound');
  return patron.websiteId;
}

function requireId(parameter: Parameter): number {
  const id = typeof parameter === 'string' ? parseId(parameter) : undefined;
  if (id === undefined) throw refusal('NotFound');
  return id;
}

/** Each that is named, however it is written: which one the handler will read is not guessed here. */
export function librariesInQuery(query: Request['query']): number[] {
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === 'websiteid')
    .flatMap(([, value]) => value)
    .flatMap((value) => (typeof value === 'string' ? (parseId(value) ?? []) : []));
}
