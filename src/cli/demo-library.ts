import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '../platform/database/database.js';
import { hasLibrary } from './demo-library.store.js';
import { importRecords } from '../records/records-import.js';

/** Data of the demo library: made of the same records as anyone's. */
const DEMO_RECORDS = new URL('../../data/demo.ndjson', import.meta.url);

/**
 * Loads the demo library into a database that has no library yet.
 * @returns how many records were applied, or undefined when there was a library already
 */
export async function loadDemoLibrary(database: Database): Promise<number | undefined> {
  if (await hasLibrary(database)) return undefined;
  const { applied } = await importRecords(createReadStream(fileURLToPath(DEMO_RECORDS)), database);
  return applied;
}
