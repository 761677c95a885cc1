import type { Database } from '../platform/database/database.js';
import { findBroken, INVARIANTS, ONE_SNAPSHOT } from './invariants.store.js';
import { rebuildCounters } from './repair.store.js';

/** What must always be true, as sentences. */
export const PROMISES: readonly string[] = INVARIANTS.map(({ promise }) => promise);

/** What is broken at this moment, one line each; all of it read from one snapshot of the live database. */
export function examine(database: Database): Promise<string[]> {
  return database.transaction(async (connection) => {
    await connection.run(ONE_SNAPSHOT);
    return findBroken(connection);
  });
}

/** Sets the counters right; what is wrong with holds or copies themselves needs a person. */
export function repair(database: Database): Promise<void> {
  return database.transaction(rebuildCounters);
}
