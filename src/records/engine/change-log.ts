import type { Connection } from '../../platform/database/statement.js';

/** Writes down, in the transaction of a change, who made it by a record. */
export interface ChangeLog {
  readonly pinsChanged: (
    transaction: Connection,
    websiteId: number,
    patronIds: readonly number[],
  ) => Promise<void>;
  readonly settingsChanged: (transaction: Connection, websiteId: number) => Promise<void>;
  /** Absent: an import of many titles is one entry, not one for each. */
  readonly copiesSet?: (
    transaction: Connection,
    copies: { readonly websiteId: number; readonly reserveId: string },
  ) => Promise<void>;
}
