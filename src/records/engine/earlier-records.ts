import { hash } from 'node:crypto';
import type { NumberedRecord } from './record-batches.js';
import type { RecordIdentifiers, RecordKind } from './record-kind.js';

interface EarlierRecord extends NumberedRecord {
  readonly kind: RecordKind;
  readonly knownAs?: readonly string[] | undefined;
}

/** About 30 MB. Further records keep only their identifiers, as numbers. */
const MAX_KEPT = 20_000;

/** The records of a file that a trial has rolled back and that would have changed something. */
export class EarlierRecords {
  private readonly byIdentifier = new Map<string, EarlierRecord[]>();
  private readonly forgotten = new Set<number>();
  private kept = 0;

  add(earlier: EarlierRecord): void {
    const { own, completes = [], alsoNamed = [] } = earlier.kind.identifiersOf(earlier.record);
    const isKept = ++this.kept <= MAX_KEPT;
    for (const identifier of [...own, ...completes, ...alsoNamed, ...(earlier.knownAs ?? [])]) {
      const others = this.byIdentifier.get(identifier);
      if (!isKept) this.forgotten.add(numberOf(identifier));
      else if (others === undefined) this.byIdentifier.set(identifier, [earlier]);
      else others.push(earlier);
    }
  }

  /** Whether everything that a record with these identifiers needs is still there. */
  isKnown({ own, referenced }: RecordIdentifiers): boolean {
    return (
      this.forgotten.size === 0 ||
      ![...own, ...referenced].some((identifier) => this.forgotten.has(numberOf(identifier)))
    );
  }

  /** The earlier records that share an identifier with these, and all that they need, in the order of their lines. */
  neededBy(all: readonly RecordIdentifiers[]): EarlierRecord[] {
    const needed = new Set<EarlierRecord>();
    const pending = [...all];
    for (let next = pending.pop(); next !== undefined; next = pending.pop())
      for (const identifier of [...next.own, ...(next.alsoNamed ?? []), ...next.referenced])
        for (const earlier of this.byIdentifier.get(identifier) ?? []) {
          if (needed.has(earlier)) continue;
          needed.add(earlier);
          pending.push(earlier.kind.identifiersOf(earlier.record));
        }
    return [...needed].sort((a, b) => a.line - b.line);
  }
}

/** A hash of 48 bits: among some million identifiers, two hardly ever have the same. */
export function numberOf(identifier: string): number {
  return hash('sha1', identifier, 'buffer').readUIntBE(0, 6);
}
