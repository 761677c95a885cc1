import type { Database } from '../../platform/database/database.js';
import { findBroken, INVARIANTS, ONE_SNAPSHOT } from './invariants.store.js';
import { rebuildCounters } from './repair.store.js';

export const INVARIANT_DESCRIPTIONS: readonly string[] = INVARIANTS.map(({ description }) => description);

/** The findings, one line each. */
export interface Findings {
  readonly violations: readonly string[];
  /** Findings that may be intended, such as a patron above a limit that was lowered. */
  readonly notes: readonly string[];
}

/** Examines a single snapshot of the live database. */
export function examine(database: Database): Promise<Findings> {
  return database.transaction(async (connection) => {
    await connection.run(ONE_SNAPSHOT);
    const ofKind = (isNote: boolean): Promise<string[]> =>
      findBroken(
        connection,
        INVARIANTS.filter((invariant) => (invariant.isNote === true) === isNote),
      );
    return { violations: await ofKind(false), notes: await ofKind(true) };
  });
}

/** Rebuilds the counters. Errors in holds or copies themselves need a person to decide. */
export function repair(database: Database): Promise<void> {
  return database.transaction(rebuildCounters);
}
