import type { RecordKind, RecordNames } from './record-kind.js';

export interface RecordOfLine {
  readonly line: number;
  readonly record: unknown;
}

/** Records of one kind that are applied, or removed, together. */
export class Group {
  readonly records: RecordOfLine[] = [];
  private readonly owned = new Set<string>();
  private readonly needed = new Set<string>();

  constructor(
    readonly kind: RecordKind,
    readonly removes: boolean,
  ) {}

  push(record: RecordOfLine, { owned, needed }: RecordNames): void {
    this.records.push(record);
    for (const name of owned) this.owned.add(name);
    for (const name of needed) this.needed.add(name);
  }

  owns(names: readonly string[]): boolean {
    return names.some((name) => this.owned.has(name));
  }

  /** A record that comes after this group may be applied before it: nobody could tell the difference. */
  canBePassedBy(kind: RecordKind, { owned, needed }: RecordNames): boolean {
    if (this.removes || this.kind === kind || (this.kind.movesQueues && kind.movesQueues)) return false;
    return !this.owns(owned) && !this.owns(needed) && !owned.some((name) => this.needed.has(name));
  }
}

/**
 * Brings records of one kind together, so that a file in which titles and their copies alternate is applied as fast as
 * one that has all titles first (20 times as fast as line by line). What a record does to others, and what others do to
 * it, stays as if each were applied at its place.
 */
export class RecordBatches {
  readonly groups: Group[] = [];
  length = 0;
  /** The first line of all, or 0. */
  firstLine = 0;

  /** `record` is what `kind` makes of the line: with `removes`, a key. */
  add(kind: RecordKind, removes: boolean, record: RecordOfLine): void {
    if (this.length === 0) this.firstLine = record.line;
    this.length += 1;
    if (removes) this.groupThatRemoves(kind).push(record, NO_NAMES);
    else this.addWhole(kind, record, kind.namesOf(record.record));
  }

  private addWhole(kind: RecordKind, record: RecordOfLine, names: RecordNames): void {
    const group = this.groupToJoin(kind, names) ?? this.newGroup(kind, false);
    group.push(record, names);
  }

  /** The last group of this kind, unless the record must not come before one that follows it. */
  private groupToJoin(kind: RecordKind, names: RecordNames): Group | undefined {
    const candidate = this.groups.findLast((group) => !group.canBePassedBy(kind, names));
    const fits = candidate?.kind === kind && !candidate.removes && !candidate.owns(names.owned);
    return fits ? candidate : undefined;
  }

  private groupThatRemoves(kind: RecordKind): Group {
    const last = this.groups.at(-1);
    return last?.kind === kind && last.removes ? last : this.newGroup(kind, true);
  }

  private newGroup(kind: RecordKind, removes: boolean): Group {
    const group = new Group(kind, removes);
    this.groups.push(group);
    return group;
  }
}

/** Nothing passes a removal, whatever its name. */
const NO_NAMES: RecordNames = { owned: [], needed: [] };
