import type { Database } from '../../platform/database/database.js';
import { hasOldHashes } from './cards.store.js';

/** Between two looks, each of which may read all patrons. */
const LOOK_EVERY_MS = 3_600_000;

/** Whether there are hashes of PINs of releases up to 0.2.0. When the last one was replaced, no other comes. */
export class OldPinHashes {
  private mayBeThere = true;
  private lookedAt = -Infinity;

  constructor(private readonly database: Database) {}

  /** What is known now: true until it is known that there are none. No sign-in waits for the answer. */
  areThere(): boolean {
    if (this.mayBeThere && performance.now() - this.lookedAt > LOOK_EVERY_MS) {
      this.lookedAt = performance.now();
      void this.look();
    }
    return this.mayBeThere;
  }

  private async look(): Promise<void> {
    this.mayBeThere = await hasOldHashes(this.database).catch(() => true);
  }
}
