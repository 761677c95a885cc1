import type { Database } from '../../../platform/database/database.js';
import { findLibraries } from '../libraries/libraries.store.js';
import { applyInOrder, type RecordKind } from '../../engine/record-kind.js';
import { identifier } from '../../engine/record-identifiers.js';
import { unknownLibrary } from '../../engine/rejection-messages.js';
import { type SettingsKey, type SettingsRecord, settingsSchemas } from './settings.schemas.js';
import * as store from './settings.store.js';

export function settingsKind(database: Database): RecordKind<SettingsRecord, SettingsKey> {
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
        await store.upsertSettings(database, settings);
        return undefined;
      });
    },
    remove: async ({ websiteId }) => {
      await store.removeSettings(database, websiteId);
      return undefined;
    },
  };
}
