import { findCardHolder } from '../access/sign-in/cards.store.js';
import { saveClientToken, saveToken } from '../access/tokens/tokens.store.js';
import { OwnTokens } from '../http/authorization/own-tokens.js';
import type { Database } from '../platform/database/database.js';
import type { Config } from '../platform/settings/config.js';
import { findPatronNumbers } from '../records/naming/named-patron.store.js';

export const ONE_HOUR = 3600;

type Keys = Pick<Config, 'tokenKeys'>;

/** Undefined when there is no such patron. */
export async function makePatronToken(
  database: Database,
  { tokenKeys }: Keys,
  patronId: number,
  seconds: number,
): Promise<string | undefined> {
  const made = await new OwnTokens(database, tokenKeys).make();
  return (await saveToken(database, made, patronId, seconds)) ? made : undefined;
}

/** Undefined when there is no such client. */
export async function makeClientToken(
  database: Database,
  { tokenKeys }: Keys,
  clientId: string,
  seconds: number,
): Promise<string | undefined> {
  const made = await new OwnTokens(database, tokenKeys).make();
  return (await saveClientToken(database, made, clientId, seconds)) ? made : undefined;
}

/** The name that a library itself has for a patron. */
export type OwnPatronName = { readonly cardNumber: string } | { readonly externalId: string };

/** The patron's number; undefined when the library has no such patron. */
export async function numberOfPatron(
  database: Database,
  websiteId: number,
  name: OwnPatronName,
): Promise<number | undefined> {
  if ('cardNumber' in name) return (await findCardHolder(database, { websiteId, ...name }))?.patronId;
  const [patronId] = await findPatronNumbers(database, [{ websiteId, ...name }]);
  return patronId ?? undefined;
}
