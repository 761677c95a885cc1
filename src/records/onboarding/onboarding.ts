import { hashToken, newToken } from '../../access/tokens/tokens.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import * as categories from '../kinds/category/category.store.js';
import { newCollectionToken } from '../kinds/category/collection-token.js';
import type { Onboarding } from './onboarding-file.js';
import * as store from './onboarding.store.js';
import { saveSettings } from '../kinds/settings/settings.store.js';

/** The database has something of this name already. The message says what. */
export class OnboardingRefused extends Error {
  override readonly name = 'OnboardingRefused';
}

/** Ends the transaction of a dry run. */
class DryRunEnded extends Error {}

export interface ClientCredentials {
  readonly clientId: string;
  /** Known only here: the database keeps its hash. */
  readonly secret: string;
}

/**
 * Adds a library with all its parts in one transaction.
 * @param isDryRun write and check everything, and then undo it
 * @returns the new clients
 * @throws OnboardingRefused when the library, or one of its clients, exists already
 */
export async function addLibrary(
  database: Database,
  onboarding: Onboarding,
  isDryRun: boolean,
): Promise<ClientCredentials[]> {
  const clients = onboarding.clientIds.map((clientId) => ({ clientId, secret: newToken() }));
  try {
    await database.transaction(async (connection) => {
      await insertAll(connection, onboarding, clients);
      if (isDryRun) throw new DryRunEnded();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnded)) throw error;
  }
  return clients;
}

async function insertAll(
  connection: Connection,
  onboarding: Onboarding,
  clients: readonly ClientCredentials[],
): Promise<void> {
  const { websiteId } = onboarding.library;
  if (!(await store.insertLibrary(connection, onboarding.library)))
    throw new OnboardingRefused(`Library ${websiteId} exists already. Nothing was changed.`);
  for (const collection of onboarding.collections) await store.insertCollection(connection, collection);
  for (const category of onboarding.categories) {
    await categories.upsertCategory(connection, category, newCollectionToken());
    await categories.changeCollections(connection, category, newCollectionToken());
  }
  await saveSettings(connection, onboarding.settings);
  for (const { clientId, secret } of clients)
    if (
      !(await store.insertClient(connection, {
        clientId,
        secretHash: hashToken(secret),
        websiteIds: [websiteId],
      }))
    )
      throw new OnboardingRefused(
        `The client ${JSON.stringify(clientId)} exists already, perhaps for another library. Nothing was changed.`,
      );
}
