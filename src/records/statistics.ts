import type { Connection } from '../platform/database/statement.js';
import type { RecordKind } from './record-kind.js';
import { analyze } from './statistics.store.js';

/** Fewer records than this change no table so much that the database would plan otherwise. */
const WORTH_IT = 2_000;

/**
 * Keeps the planner's statistics up with an import. PostgreSQL gathers them by itself, but only after a minute or so:
 * until then it takes the tables for small and any index for as good as another, which the holds at the end of a file,
 * or the first patrons after it, would feel.
 */
export class Statistics {
  private readonly counts = new Map<RecordKind, { all: number; gathered: number }>();

  constructor(private readonly database: Connection) {}

  count(kind: RecordKind, records: number): void {
    const { all, gathered } = this.counts.get(kind) ?? { all: 0, gathered: 0 };
    this.counts.set(kind, { all: all + records, gathered });
  }

  /** Gathers them anew whenever the number of records of a kind has doubled: each kind has tables of its own. */
  async duringImport(): Promise<void> {
    const isDue = this.some(({ all, gathered }) => all - gathered >= Math.max(WORTH_IT, gathered));
    if (isDue) await this.gather();
  }

  async atEnd(): Promise<void> {
    if (this.some(({ all, gathered }) => all - gathered >= WORTH_IT)) await this.gather();
  }

  private some(isSo: (count: { all: number; gathered: number }) => boolean): boolean {
    return [...this.counts.values()].some(isSo);
  }

  private async gather(): Promise<void> {
    await analyze(this.database);
    for (const count of this.counts.values()) count.gathered = count.all;
  }
}
