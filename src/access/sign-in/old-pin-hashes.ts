import type { PatronKey } from '../../domain/patron.js';
import type { StatementRunner } from '../../platform/database/statement.js';
import { readOldHashes } from './cards.store.js';

/** Between two looks, each of which may read all patrons that none before has read. */
const LOOK_EVERY_MS = 3_600_000;

/** Whether there are hashes of PINs of releases up to 0.2.0. When the last one was replaced, no other comes. */
export class OldPinHashes {
  private mayBeThere = true;
  private lookedAt = -Infinity;
  /** Up to this patron there are none. */
  private place: PatronKey = { websiteId: 0, patronId: 0 };

  constructor(private readonly database: StatementRunner) {}

  /** What is known now: true until it is known that there are none. No sign-in waits for the answer. */
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
