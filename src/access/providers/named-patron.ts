import { MAX_CARD_LENGTH, MAX_EXTERNAL_ID_LENGTH, type PatronKey } from '../../domain/patron.js';
import { parseId } from '../../domain/numbers.js';
import type { Connection } from '../../platform/database/statement.js';
import type { LibraryClaim, PatronClaim } from '../../platform/settings/identity-provider-settings.js';
import { findCardHolder } from '../sign-in/cards.store.js';
import { findPatron, findPatronByExternalId } from '../tokens/tokens.store.js';

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a token is of a library's patrons. A claim may have several values, such as groups. */
export function isOfLibrary(claims: Claims, libraryClaim: LibraryClaim | null): boolean {
  return libraryClaim === null || [claims[libraryClaim.name]].flat().includes(libraryClaim.value);
}

/**
 * Whom a claim names. What it holds is nothing else than the settings say: a card that looks like a number of the service opens nobody's
 * account but its holder's.
 * @param onlyLibrary the one whose patrons the token can name; undefined: there are several, and only the service's number tells
 */
export async function findNamedPatron(
  connection: Connection,
  { name, is }: PatronClaim,
  claims: Claims,
  onlyLibrary: number | undefined,
): Promise<PatronKey | undefined> {
  const claim = claims[name];
  if (is === 'patronId') {
    // Whoever writes the service's own number knows the service: a list is none.
    const patronId = Array.isArray(claim) ? undefined : parseId(String(claim));
    return patronId === undefined ? undefined : findPatron(connection, patronId);
  }
  const value = valueOf(claim);
  if (value === undefined || onlyLibrary === undefined) return undefined;
  if (is === 'externalId')
    return value.length > MAX_EXTERNAL_ID_LENGTH
      ? undefined
      : findPatronByExternalId(connection, onlyLibrary, value);
  const cardNumber = value.trim();
  if (cardNumber.length > MAX_CARD_LENGTH) return undefined;
  const holder = await findCardHolder(connection, { websiteId: onlyLibrary, cardNumber });
  return holder && { websiteId: onlyLibrary, patronId: holder.patronId };
}

/** Many providers have a list for each attribute of a person, also for one that has one value. */
function valueOf(claim: unknown): string | undefined {
  const [value, ...others] = [claim].flat();
  if (others.length > 0 || (typeof value !== 'string' && !Number.isSafeInteger(value))) return undefined;
  const text = String(value);
  return text === '' || /\p{Cc}/u.test(text) || !text.isWellFormed() ? undefined : text;
}
