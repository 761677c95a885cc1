import type { Database } from '../../platform/database/database.js';
import { Rehearsal } from '../../platform/database/rehearsal.js';
import { applyBatch, type BatchResult } from './apply-batch.js';
import { EarlierRecords } from './earlier-records.js';
import { type NumberedRecord, type RecordBatch, RecordBatches } from './record-batches.js';

/** Tries batches of records: each in a transaction that is rolled back, after the earlier records that it needs. */
export class Trial {
  private readonly rehearsal: Rehearsal;
  private readonly earlier = new EarlierRecords();

  constructor(database: Database) {
    this.rehearsal = new Rehearsal(database);
  }

  async apply(batch: RecordBatch): Promise<BatchResult> {
    if (batch.isRemoval) return this.rehearsal.run(() => this.applyPart(batch));
    const identifiers = batch.records.map(({ record, after = [] }) => {
      const { referenced, ...others } = batch.kind.identifiersOf(record);
      return { ...others, referenced: [...referenced, ...after] };
    });
    const isTried = identifiers.map((each) => this.earlier.isKnown(each));
    const records = batch.records.filter((_, index) => isTried[index]);
    const needed = this.earlier.neededBy(identifiers.filter((_, index) => isTried[index]));
    const tried = await this.rehearsal.run(async () => {
      const before = new RecordBatches();
      for (const { kind, ...numbered } of needed) before.add(kind, false, numbered);
      for (const each of before.batches) await this.applyPart(each);
      return this.applyPart({ ...batch, records });
    });
    const result = completed(tried, isTried);
    this.keep(batch, result);
    return result;
  }

  private applyPart(
    batch: Pick<RecordBatch, 'kind' | 'isRemoval'> & { readonly records: NumberedRecord[] },
  ): Promise<BatchResult> {
    return applyBatch(batch, undefined, (work) => this.rehearsal.part(work));
  }

  private keep({ kind, records }: RecordBatch, { outcomes, effects, knownAs }: BatchResult): void {
    for (const [index, numbered] of records.entries())
      if (outcomes[index] === undefined && !['unchanged', 'merged'].includes(effects[index] ?? ''))
        this.earlier.add({ kind, ...numbered, knownAs: knownAs.get(numbered.record) });
  }

  close(): Promise<void> {
    return this.rehearsal.close();
  }
}

/** Records that could not be tried count as applied, with an unknown effect. */
function completed({ outcomes, effects, ...counts }: BatchResult, isTried: readonly boolean[]): BatchResult {
  const tried = outcomes.map((outcome, index) => ({ outcome, effect: effects[index] })).values();
  const all = isTried.map((was) => (was ? tried.next().value : undefined));
  return {
    ...counts,
    outcomes: all.map((each) => each?.outcome),
    effects: all.map((each) => each?.effect),
  };
}
