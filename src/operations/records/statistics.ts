import type { Connection } from '../../platform/database/statement.js';
import { analyze } from './statistics.store.js';

/** Fewer records than this change no table so much that the database would plan otherwise. */
const WORTH_IT = 2_000;

/**
 * Keeps the planner's statistics up with an import. PostgreSQL gathers them by itself, but only after a minute or so:
 * until then it takes the tables for small and any index for as good as another, which the holds at the end of a file,
 * or the first patrons after it, would feel.
 */
export class Statistics {
  private gatheredAt = 0;

  constructor(private readonly database: Connection) {}

  /** Gathers them anew whenever the number of records applied so far has doubled. */
  async after(applied: number): Promise<void> {
    if (applied - this.gatheredAt >= Math.max(WORTH_IT, this.gatheredAt)) await this.gather(applied);
  }

  async atEnd(applied: number): Promise<void> {
    if (applied - this.gatheredAt >= WORTH_IT) await this.gather(applied);
  }

  private async gather(applied: number): Promise<void> {
    await analyze(this.database);
    this.gatheredAt = applied;
  }
}
