import { hash } from 'node:crypto';
import { parseTitleId } from '../../domain/titles/title-id.js';
import type { RawSearchParameters } from './raw-search-parameters.js';

/** Behind which title a page begins: the title's keys in the order of the pages, and its identifier. */
export interface Position {
  /** As texts: see `KeyType`. */
  readonly keys: readonly string[];
  readonly reserveId: string;
}

/** A position with what was asked for: it says nothing about another search. */
export interface Cursor extends Position {
  readonly fingerprint: string;
}

/** Opaque to clients, and safe in an address. */
export function cursorText({ fingerprint, keys, reserveId }: Cursor): string {
  return Buffer.from(JSON.stringify([fingerprint, reserveId, ...keys])).toString('base64url');
}

/** Undefined: that is no cursor. Whether its keys are those of a search, only the search can say. */
export function parseCursor(text: string): Cursor | undefined {
  const members = parseTexts(Buffer.from(text, 'base64url').toString());
  if (members === undefined) return undefined;
  const [fingerprint = '', reserveId = '', ...keys] = members;
  const cursor = { fingerprint, keys, reserveId };
  const isOurs = parseTitleId(reserveId)?.kind === 'reserveId' && cursorText(cursor) === text;
  return isOurs ? cursor : undefined;
}

function parseTexts(json: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) && parsed.every((each) => typeof each === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const FINGERPRINT_LENGTH = 12;

/** Tells searches apart, but for the page: 72 bits are enough, since a client gains nothing by a cursor that fits by accident. */
export function fingerprintOf(asked: RawSearchParameters): string {
  const parameters = Object.entries(asked).filter(([, value]) => value !== undefined);
  return hash('sha256', JSON.stringify(parameters.sort()), 'base64url').slice(0, FINGERPRINT_LENGTH);
}
