import { Refusal, refusal } from '../../domain/errors.js';
import { parseTitleId, type TitleId } from '../../domain/title-id.js';

/** The names under which clients send a title; each takes either kind of identifier. */
export interface TitleFields {
  readonly id?: TitleId;
  readonly reserveId?: TitleId;
  readonly crossRefId?: TitleId;
}

export function titlesNamedBy({ id, reserveId, crossRefId }: TitleFields): TitleId[] {
  return [id, reserveId, crossRefId].filter((title) => title !== undefined);
}

/**
 * The titles that a request names by its path and its fields, at least one. Whether they are the same title is known
 * only where the catalog is.
 * @throws Refusal `MissingField` when nothing names a title, `NotFound` when the path names nothing there could be
 */
export function someTitlesNamedBy(fields: TitleFields, inPath: string | undefined): [TitleId, ...TitleId[]] {
  const fromPath = inPath === undefined ? undefined : parseTitleId(inPath);
  if (inPath !== undefined && fromPath === undefined) throw refusal('NotFound');
  const [first, ...others] = [...(fromPath ? [fromPath] : []), ...titlesNamedBy(fields)];
  if (first === undefined)
    throw new Refusal('MissingField', "id is missing: it must be a title's reserveId or crossRefId.");
  return [first, ...others];
}
