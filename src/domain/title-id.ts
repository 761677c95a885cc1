import { Refusal } from './errors.js';

/** A title as a client names it: by its GUID or by its number. Both name the same title everywhere. */
export type TitleId =
  | { readonly kind: 'reserveId'; readonly reserveId: string }
  | { readonly kind: 'crossRefId'; readonly crossRefId: number };

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CANONICAL_NUMBER = /^[1-9][0-9]{0,9}$/;

/** The largest number that can identify a title, a patron or a library. */
export const MAX_ID = 2_147_483_647;

/** `text` as a title's identifier; GUIDs compare case-insensitively and are kept in lower case. Undefined: it is neither. */
export function parseTitleId(text: string): TitleId | undefined {
  if (GUID.test(text)) return { kind: 'reserveId', reserveId: text.toLowerCase() };
  if (!CANONICAL_NUMBER.test(text) || Number(text) > MAX_ID) return undefined;
  return { kind: 'crossRefId', crossRefId: Number(text) };
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
