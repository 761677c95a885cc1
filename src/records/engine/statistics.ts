import type { Connection } from '../../platform/database/statement.js';
import type { RecordKind } from './record-kind.js';
import { analyze } from './statistics.store.js';

/** Fewer new records than this do not change a table enough to change a plan. */
const MIN_NEW_RECORDS = 2_000;

interface RecordCount {
  total: number;
  /** The total when the statistics were last gathered. */
  analyzed: number;
}

/**
 * Keeps the planner's statistics current during an import. PostgreSQL gathers them by itself, but only after about a
 * minute. Until then it assumes that the tables are small and that all indexes are equally good, which slows down the
 * holds at the end of a file and the first requests after it.
 */
export class Statistics {
  private readonly counts = new Map<RecordKind, RecordCount>();

  constructor(private readonly database: Connection) {}

  count(kind: RecordKind, records: number): void {
    const { total, analyzed } = this.counts.get(kind) ?? { total: 0, analyzed: 0 };
    this.counts.set(kind, { total: total + records, analyzed });
  }

  /** Gathers statistics whenever the records of one kind have doubled: each kind has its own tables. */
  async duringImport(): Promise<void> {
    const isDue = this.some(({ total, analyzed }) => total - analyzed >= Math.max(MIN_NEW_RECORDS, analyzed));
    if (isDue) await this.gather();
  }

  async atEnd(): Promise<void> {
    if (this.some(({ total, analyzed }) => total - analyzed >= MIN_NEW_RECORDS)) await this.gather();
  }

  private some(condition: (count: RecordCount) => boolean): boolean {
    return [...this.counts.values()].some(condition);
  }

  private async gather(): Promise<void> {
    await analyze(this.database);
    for (const count of this.counts.values()) count.analyzed = count.total;
  }
}
