import type { Database } from '../platform/database/database.js';
import { findBroken, INVARIANTS, ONE_SNAPSHOT } from './invariants.store.js';
import { rebuildCounters } from './repair.store.js';

export const INVARIANT_DESCRIPTIONS: readonly string[] = INVARIANTS.map(({ description }) => description);

/** Lists the violations, one line each, from a single snapshot of the live database. */
export function examine(database: Database): Promise<string[]> {
  return database.transaction(async (connection) => {
    await connection.run(ONE_SNAPSHOT);
    return findBroken(connection);
  });
}

/** Rebuilds the counters. Errors in holds or copies themselves need a person to decide. */
export function repair(database: Database): Promise<void> {
  return database.transaction(rebuildCounters);
}
