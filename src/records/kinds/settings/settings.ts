import type { Database } from '../../../platform/database/database.js';
import { type OutboundPolicy, problemOfAddress } from '../../../platform/outbound/outbound-policy.js';
import type { ChangeLog } from '../../engine/change-log.js';
import { findLibraries } from '../libraries/libraries.store.js';
import { applyInOrder, type RecordKind } from '../../engine/record-kind.js';
import { identifier } from '../../engine/record-identifiers.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type SettingsKey, type SettingsRecord, settingsSchemas } from './settings.schemas.js';
import * as store from './settings.store.js';

/**
 * What speaks against the addresses that the service would ask at the library's wish; undefined if nothing does. Those of its logo,
 * homepage and titles are only written into mails.
 */
export async function problemOfSettings(
  { identityProvider }: SettingsRecord,
  outbound: OutboundPolicy,
): Promise<string | undefined> {
  if (identityProvider === null) return undefined;
  const problem = await problemOfAddress(identityProvider.jwksUrl, outbound);
  return problem && `identityProvider.jwksUrl ${problem}`;
}

/** @param outbound where the keys of a library's identity provider may be */
export function settingsKind(
  database: Database,
  outbound: OutboundPolicy,
  log?: ChangeLog,
): RecordKind<SettingsRecord, SettingsKey> {
  return {
    schemas: settingsSchemas,
    affectsQueues: false,
    identifiersOf: ({ websiteId }) => ({
      own: [identifier.settings(websiteId)],
      referenced: [identifier.library(websiteId)],
    }),
    apply: async (records) => {
      const known = await findLibraries(
        database,
        records.map(({ websiteId }) => websiteId),
      );
      return applyInOrder(records, async (settings) => {
        if (!known.has(settings.websiteId)) return unknownLibrary(settings.websiteId);
        const problem = await problemOfSettings(settings, outbound);
        if (problem === undefined)
          await store.upsertSettings(database, settings, (transaction) =>
            log?.settingsChanged(transaction, settings.websiteId),
          );
        return problem;
      });
    },
    remove: async ({ websiteId }) => {
      await store.removeSettings(database, websiteId, (transaction) =>
        log?.settingsChanged(transaction, websiteId),
      );
      return undefined;
    },
  };
}
