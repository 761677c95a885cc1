import { hash } from 'node:crypto';
import { parseTitleId } from '../../domain/titles/title-id.js';
import type { RawSearchParameters } from './raw-search-parameters.js';

/** The title behind which a page begins: its sort keys, and its identifier. */
export interface Position {
  /** The keys as text, as `KeyType` writes them. */
  readonly keys: readonly string[];
  readonly reserveId: string;
}

/** A position and the search that it belongs to. */
export interface Cursor extends Position {
  readonly fingerprint: string;
}

/** Opaque to clients, and safe in an address. */
export function cursorText({ fingerprint, keys, reserveId }: Cursor): string {
  return Buffer.from(JSON.stringify([fingerprint, reserveId, ...keys])).toString('base64url');
}

/** Undefined if the text is no cursor. Only the search can say whether the keys fit it. */
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

/** Tells searches apart, whatever their page. 72 bits are enough: a client gains nothing by a cursor that fits by accident. */
export function fingerprintOf(asked: RawSearchParameters): string {
  const parameters = Object.entries(asked).filter(([, value]) => value !== undefined);
  return hash('sha256', JSON.stringify(parameters.sort()), 'base64url').slice(0, FINGERPRINT_LENGTH);
}
