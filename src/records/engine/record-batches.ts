import type { RecordIdentifiers, RecordKind } from './record-kind.js';

export interface NumberedRecord {
  readonly line: number;
  readonly record: unknown;
  /** The number of characters held for the line. */
  readonly length?: number;
  /** As in `Line`. */
  readonly subject?: string | undefined;
  /** Identifiers of the records that must come first because they have this record's values, if known. */
  readonly after?: readonly string[];
}

/** Records of one kind that are applied, or removed, together. */
export class RecordBatch {
  readonly records: NumberedRecord[] = [];
  private readonly defined = new Set<string>();
  private readonly referenced = new Set<string>();

  constructor(
    readonly kind: RecordKind,
    readonly isRemoval: boolean,
  ) {}

  push(record: NumberedRecord, { own, alsoNamed = [], referenced }: RecordIdentifiers): void {
    this.records.push(record);
    for (const identifier of [...own, ...alsoNamed]) this.defined.add(identifier);
    for (const identifier of referenced) this.referenced.add(identifier);
  }

  definesAnyOf(identifiers: readonly string[]): boolean {
    return identifiers.some((identifier) => this.defined.has(identifier));
  }

  /**
   * Whether a record that follows this batch can be applied before it with the same result. Never true for a record of the same kind: it joins the
   * batch or comes after it.
   */
  commutesWith(kind: RecordKind, { own, alsoNamed = [], referenced }: RecordIdentifiers): boolean {
    if (this.isRemoval || this.kind === kind || (this.kind.affectsQueues && kind.affectsQueues)) return false;
    return (
      !this.definesAnyOf(own) &&
      !this.definesAnyOf(referenced) &&
      ![...own, ...alsoNamed].some((identifier) => this.referenced.has(identifier))
    );
  }
}

/**
 * Collects records of one kind into batches, so that a file in which titles and their copies alternate is applied as fast
 * as one that lists all titles first (20 times as fast as line by line). The result is the same as if each record were
 * applied at its own place in the file.
 */
export class RecordBatches {
  /** In the order in which they must be applied. */
  readonly batches: RecordBatch[] = [];
  length = 0;
  /** Whether one of the records is slow to apply. */
  isSlow = false;
  /** The line of the first record added; 0 if there is none. */
  firstLine = 0;

  /** @param record the record that `kind` parsed; for a removal, its key */
  add(kind: RecordKind, isRemoval: boolean, record: NumberedRecord): void {
    if (this.length === 0) this.firstLine = record.line;
    this.length += 1;
    if (isRemoval) this.removalBatch(kind).push(record, NO_IDENTIFIERS);
    else this.addWhole(kind, record, kind.identifiersOf(record.record));
    this.isSlow ||= !isRemoval && kind.isSlow(record.record);
  }

  private addWhole(kind: RecordKind, record: NumberedRecord, identifiers: RecordIdentifiers): void {
    const batch = this.batchToJoin(kind, identifiers) ?? this.newBatch(kind, false);
    batch.push(record, identifiers);
  }

  /** The last batch of this kind, unless a later batch must be applied before the record. */
  private batchToJoin(kind: RecordKind, identifiers: RecordIdentifiers): RecordBatch | undefined {
    const candidate = this.batches.findLast((batch) => !batch.commutesWith(kind, identifiers));
    const canJoin =
      candidate?.kind === kind && !candidate.isRemoval && !candidate.definesAnyOf(identifiers.own);
    return canJoin ? candidate : undefined;
  }

  private removalBatch(kind: RecordKind): RecordBatch {
    const last = this.batches.at(-1);
    return last?.kind === kind && last.isRemoval ? last : this.newBatch(kind, true);
  }

  private newBatch(kind: RecordKind, isRemoval: boolean): RecordBatch {
    const batch = new RecordBatch(kind, isRemoval);
    this.batches.push(batch);
    return batch;
  }
}

/** A removal batch needs no identifiers: no record commutes with it. */
const NO_IDENTIFIERS: RecordIdentifiers = { own: [], referenced: [] };
