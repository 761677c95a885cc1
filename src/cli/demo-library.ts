import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '../platform/database/database.js';
import type { Config } from '../platform/settings/config.js';
import { findFirstLibrary, findFirstPatrons } from './demo-library.store.js';
import { openRecordsImport } from './command-context.js';
import { makePatronToken } from './patron-token.js';

/** The demo library, as an ordinary file of records. */
const DEMO_RECORDS = new URL('../../data/demo.ndjson', import.meta.url);

/** Ten years, so that moving the sandbox clock ahead does not expire the token. */
const DEMO_TOKEN_SECONDS = 10 * 365 * 24 * 3600;

/** A patron, with a token to try the service. */
export interface DemoPatron {
  readonly patronId: number;
  readonly token: string;
}

/**
 * Loads the demo library if the database has no library yet.
 * @returns the number of records applied; undefined if there was a library already
 */
export async function loadDemoLibrary(database: Database): Promise<number | undefined> {
  if ((await findFirstLibrary(database)) !== undefined) return undefined;
  const records = await openRecordsImport(database);
  const { applied } = await records.run(createReadStream(fileURLToPath(DEMO_RECORDS)));
  return applied;
}

/** Makes a token for each of the first `count` patrons, or for all if there are fewer. */
export async function createDemoTokens(
  database: Database,
  config: Config,
  count: number,
): Promise<DemoPatron[]> {
  const patrons: DemoPatron[] = [];
  for (const patronId of await findFirstPatrons(database, count)) {
    const token = await makePatronToken(database, config, patronId, DEMO_TOKEN_SECONDS);
    if (token !== undefined) patrons.push({ patronId, token });
  }
  return patrons;
}
