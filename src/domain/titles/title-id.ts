import { Refusal } from '../errors.js';
import { parseId } from '../numbers.js';

/** A title as a client names it: by its GUID or by its number. Both name the same title everywhere. */
export type TitleId =
  | { readonly kind: 'reserveId'; readonly reserveId: string }
  | { readonly kind: 'crossRefId'; readonly crossRefId: number };

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In lower case, as GUIDs are case-insensitive. Undefined: `text` is none. */
export function parseGuid(text: string): string | undefined {
  return GUID.test(text) ? text.toLowerCase() : undefined;
}

/** `text` as a title's identifier. Undefined: it is neither. */
export function parseTitleId(text: string): TitleId | undefined {
  const reserveId = parseGuid(text);
  if (reserveId !== undefined) return { kind: 'reserveId', reserveId };
  const crossRefId = parseId(text);
  return crossRefId === undefined ? undefined : { kind: 'crossRefId', crossRefId };
}

export interface IdentifiedTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
}

export function names(id: TitleId, title: IdentifiedTitle): boolean {
  return id.kind === 'reserveId' ? id.reserveId === title.reserveId : id.crossRefId === title.crossRefId;
}

/** @throws Refusal `InvalidFieldValue` unless every one of `ids` names `title` */
export function requireOneTitle(ids: readonly TitleId[], title: IdentifiedTitle): void {
  if (!ids.every((id) => names(id, title)))
    throw new Refusal(
      'InvalidFieldValue',
      'id, reserveId and crossRefId must name the same title as each other and as the address.',
    );
}
