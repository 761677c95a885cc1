import type { BatchResult } from './apply-batch.js';
import { type NumberedRecord, RecordBatch } from './record-batches.js';
import type { Reason, RecordKind } from './record-kind.js';

/** A record that was rejected because another record has one of its values, such as a card, which a later line may free. */
export interface WaitingRecord extends NumberedRecord {
  readonly kind: RecordKind;
  /** Why it was rejected. */
  readonly reason: string | Reason;
  /** Identifiers of the records that have the values. */
  readonly after: readonly string[];
  /** Its own identifiers, including those that only the database knows. */
  readonly names: readonly string[];
  /** Its names and the values that it takes. */
  readonly identifiers: readonly string[];
}

/** Further records, and longer lines, are rejected at once: the text of waiting records is kept in memory. */
const MAX_WAITING = 10_000;
const MAX_LENGTH_WAITING = 8 * 1024 * 1024;
/** The largest group of records that wait for each other. */
const MAX_AT_ONCE = 1_000;
const MAX_SLOW_AT_ONCE = 100;

/** Lines that are tried again at the end of the file. No two of them concern the same subject or take the same value. */
export class WaitingRecords {
  private readonly byLine = new Map<number, WaitingRecord>();
  private readonly byIdentifier = new Map<string, WaitingRecord>();
  private length = 0;

  get lines(): ReadonlySet<number> {
    return new Set(this.byLine.keys());
  }

  /** @returns the records that no longer wait, because this batch has a later record of the same subject, which decides */
  note({ kind, records }: RecordBatch, { outcomes, heldBy, knownAs }: BatchResult): WaitingRecord[] {
    const ended: WaitingRecord[] = [];
    if (this.byLine.size === 0 && heldBy.size === 0) return ended;
    for (const [index, numbered] of records.entries()) {
      const { own } = kind.identifiersOf(numbered.record);
      const identifiers = [...own, ...(knownAs.get(numbered.record) ?? [])];
      for (const identifier of identifiers) {
        const waiting = this.byIdentifier.get(identifier);
        if (waiting?.names.includes(identifier) === true) ended.push(this.end(waiting));
      }
      const reason = outcomes[index];
      const after = heldBy.get(numbered.record);
      if (reason === undefined || after === undefined) continue;
      const names = knownAs.get(numbered.record) ?? [];
      this.add({ ...numbered, kind, reason, after, names, identifiers });
    }
    return ended;
  }

  private add(waiting: WaitingRecord): void {
    const { identifiers } = waiting;
    const length = this.length + (waiting.length ?? 0);
    if (this.byLine.size === MAX_WAITING || length > MAX_LENGTH_WAITING) return;
    if (identifiers.some((identifier) => this.byIdentifier.has(identifier))) return;
    this.length = length;
    this.byLine.set(waiting.line, waiting);
    for (const identifier of identifiers) this.byIdentifier.set(identifier, waiting);
  }

  private end(waiting: WaitingRecord): WaitingRecord {
    this.byLine.delete(waiting.line);
    this.length -= waiting.length ?? 0;
    for (const identifier of waiting.identifiers) this.byIdentifier.delete(identifier);
    return waiting;
  }

  /** Takes all waiting records. Records that take values from each other share a batch if there is room; otherwise the present holder comes first. */
  takeAll(): RecordBatch[] {
    const batches: RecordBatch[] = [];
    const left = new Set(this.byLine.values());
    let isSlow = false;
    for (const waiting of this.byLine.values()) {
      if (!left.has(waiting)) continue;
      const group = this.groupOf(waiting, left);
      isSlow ||= group.some(({ kind, record }) => kind.isSlow(record));
      const most = isSlow ? MAX_SLOW_AT_ONCE : MAX_AT_ONCE;
      let batch = batches.at(-1);
      for (const [index, { kind, ...each }] of group.entries()) {
        const needed = index === 0 ? Math.min(group.length, most) : 1;
        const isFull = batch === undefined || batch.records.length + needed > most;
        if (batch === undefined || isFull || batch.kind !== kind)
          batches.push((batch = new RecordBatch(kind, false)));
        batch.push(each, kind.identifiersOf(each.record));
      }
    }
    this.byLine.clear();
    this.byIdentifier.clear();
    this.length = 0;
    return batches;
  }

  /** A record after the records that have its values, and so on. */
  private groupOf(first: WaitingRecord, left: Set<WaitingRecord>): WaitingRecord[] {
    const group: WaitingRecord[] = [];
    const pending = [first];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!left.delete(next)) continue;
      group.push(next);
      for (const identifier of next.after) {
        const holder = this.byIdentifier.get(identifier);
        if (holder !== undefined) pending.push(holder);
      }
    }
    return group.reverse();
  }
}
