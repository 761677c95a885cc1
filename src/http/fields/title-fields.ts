import { refusedField } from '../../domain/errors.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';

/** The names under which clients send a title; each takes either kind of identifier. */
export interface TitleFields {
  readonly id?: string;
  readonly reserveId?: string;
  readonly crossRefId?: string;
}

export function titlesNamedBy({ id, reserveId, crossRefId }: TitleFields): TitleId[] {
  return [id, reserveId, crossRefId].flatMap((text = '') => parseTitleId(text) ?? []);
}

/**
 * The titles named by the path and the fields of a request, at least one. Only the database knows whether they are the same title.
 * @throws Refusal `MissingField` when nothing names a title
 */
export function someTitlesNamedBy(fields: TitleFields, inPath?: TitleId): [TitleId, ...TitleId[]] {
  const [first, ...others] = [...(inPath ? [inPath] : []), ...titlesNamedBy(fields)];
  if (first === undefined)
    throw refusedField('id', "is missing: it must be a title's reserveId or crossRefId.", 'MissingField');
  return [first, ...others];
}
