import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '../platform/database/database.js';
import { hasLibrary } from './demo-library.store.js';
import { importRecords } from '../records/records-import.js';

/** The demo library, as an ordinary file of records. */
const DEMO_RECORDS = new URL('../../data/demo.ndjson', import.meta.url);

/**
 * Loads the demo library if the database has no library yet.
 * @returns the number of records applied, or undefined if there was a library already
 */
export async function loadDemoLibrary(database: Database): Promise<number | undefined> {
  if (await hasLibrary(database)) return undefined;
  const { applied } = await importRecords(createReadStream(fileURLToPath(DEMO_RECORDS)), database);
  return applied;
}
