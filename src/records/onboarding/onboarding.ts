import { hashToken, newSecret } from '../../access/tokens/tokens.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { SecretSeal } from '../../platform/secret-seal.js';
import type { Onboarding } from './onboarding-file.js';
import * as store from './onboarding.store.js';
import { insertSettings } from '../kinds/settings/settings.store.js';

/** Something of this name exists already; the message says what. */
export class OnboardingRefused extends Error {
  override readonly name = 'OnboardingRefused';
}

/** Rolls back the transaction of a dry run. */
class DryRunEnded extends Error {}

export interface ClientCredentials {
  readonly clientId: string;
  /** Only available here: the database keeps its hash. */
  readonly secret: string;
}

/**
 * Adds a library with all its parts in one transaction.
 * @param isDryRun writes and checks everything, and then rolls back
 * @returns the new clients
 * @throws OnboardingRefused when the library, or one of its clients, exists already
 */
export async function addLibrary(
  database: Database,
  onboarding: Onboarding,
  { seal, isDryRun }: { readonly seal: SecretSeal; readonly isDryRun: boolean },
): Promise<ClientCredentials[]> {
  const clients = onboarding.clientIds.map((clientId) => ({ clientId, secret: newSecret() }));
  try {
    await database.transaction(async (transaction) => {
      await insertAll(transaction, onboarding, clients, seal);
      if (isDryRun) throw new DryRunEnded();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error;
  }
  return clients;
}

/**
 * Adds a client to an existing library.
 * @throws OnboardingRefused when the client exists already
 */
export async function addClient(
  database: Database,
  clientId: string,
  websiteId: number,
): Promise<ClientCredentials> {
  const client = { clientId, secret: newSecret() };
  await database.transaction((transaction) => insertClient(transaction, client, websiteId));
  return client;
}

async function insertAll(
  transaction: Connection,
  onboarding: Onboarding,
  clients: readonly ClientCredentials[],
  seal: SecretSeal,
): Promise<void> {
  const { websiteId } = onboarding.library;
  if (!(await store.insertLibrary(transaction, onboarding.library)))
    throw new OnboardingRefused(`Library ${websiteId} exists already. Nothing was changed.`);
  await store.insertCollections(transaction, onboarding.collections);
  await store.insertCategories(transaction, onboarding.categories);
  await insertSettings(transaction, onboarding.settings, seal);
  for (const client of clients) await insertClient(transaction, client, websiteId);
}

async function insertClient(
  transaction: Connection,
  { clientId, secret }: ClientCredentials,
  websiteId: number,
): Promise<void> {
  const row = { clientId, secretHash: hashToken(secret), websiteIds: [websiteId] };
  if (!(await store.insertClient(transaction, row)))
    throw new OnboardingRefused(
      `The client ${JSON.stringify(clientId)} exists already, perhaps for another library. Nothing was changed.`,
    );
}
