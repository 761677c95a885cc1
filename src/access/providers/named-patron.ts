import { MAX_CARD_LENGTH, MAX_EXTERNAL_ID_LENGTH, type PatronKey } from '../../domain/patron.js';
import { parseId } from '../../domain/numbers.js';
import type { Connection } from '../../platform/database/statement.js';
import type { LibraryClaim, PatronClaim } from '../../platform/settings/identity-provider-settings.js';
import { findCardHolder } from '../sign-in/cards.store.js';
import { findPatron, findPatronByExternalId } from '../tokens/tokens.store.js';

export type Claims = Readonly<Record<string, unknown>>;

/** Whether a token is for this library's patrons. A claim may have several values, such as groups. */
export function isOfLibrary(claims: Claims, libraryClaim: LibraryClaim | null): boolean {
  return libraryClaim === null || [claims[libraryClaim.name]].flat().includes(libraryClaim.value);
}

/**
 * The patron whom a claim names. The settings say what kind of value it holds: a card that looks like a number of the service must not open
 * another patron's account.
 * @param onlyLibrary the only library whose patrons the token can name; undefined: there are several, and only numbers of the service count
 */
export async function findNamedPatron(
  connection: Connection,
  { name, is }: PatronClaim,
  claims: Claims,
  onlyLibrary: number | undefined,
): Promise<PatronKey | undefined> {
  const claim = claims[name];
  if (is === 'patronId') {
    // A provider that has the service's own numbers sends one, never a list.
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

/** Many providers send a list for each attribute, even if it has one value. */
function valueOf(claim: unknown): string | undefined {
  const [value, ...others] = [claim].flat();
  if (others.length > 0 || (typeof value !== 'string' && !Number.isSafeInteger(value))) return undefined;
  const text = String(value);
  return text === '' || /\p{Cc}/u.test(text) || !text.isWellFormed() ? undefined : text;
}
