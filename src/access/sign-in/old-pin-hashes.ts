import type { PatronKey } from '../../domain/patron.js';
import type { StatementRunner } from '../../platform/database/statement.js';
import { readOldHashes } from './cards.store.js';

/** The time between two looks, each of which may read all patrons that are new. */
const LOOK_EVERY_MS = 3_600_000;

/** Whether hashes of PINs of releases up to 0.2.0 are left. Once the last is replaced, no more appear. */
export class OldPinHashes {
  private mayBeThere = true;
  private lookedAt = -Infinity;
  /** The last patron that was looked at: up to here there are none. */
  private place: PatronKey = { websiteId: 0, patronId: 0 };

  constructor(private readonly database: StatementRunner) {}

  /** The answer as known now: true until it is known that there are none. No sign-in waits for it. */
  areThere(): boolean {
    if (this.mayBeThere && performance.now() - this.lookedAt > LOOK_EVERY_MS) {
      this.lookedAt = performance.now();
      // If the database fails, the next look goes on from there.
      this.look().catch(() => undefined);
    }
    return this.mayBeThere;
  }

  private async look(): Promise<void> {
    for (;;) {
      const patrons = await readOldHashes(this.database, this.place);
      if (patrons?.hasOldHash === true) return;
      if (patrons === undefined) break;
      this.place = patrons;
    }
    this.mayBeThere = false;
  }
}
