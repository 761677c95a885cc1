import type { RecordSchemas } from './schemas/rules.js';

/** Undefined: the line was applied. Else why it was rejected, as a sentence without its subject's line number. */
export type Outcome = string | undefined;

/**
 * One kind of record: what it looks like and how it is applied. Applying what is there already changes nothing, and so
 * does removing what is not there: a file may be sent again, whole or after a failure in its middle.
 */
export interface RecordKind<Whole = unknown, Key = unknown> {
  readonly schemas: RecordSchemas<Whole, Key>;
  /** Applying it can hand copies over: then the order of such records, of whatever kinds, decides who gets them. */
  readonly movesQueues: boolean;
  namesOf(record: Whole): RecordNames;
  /**
   * Applies records of which no two own the same name, in one go or not at all, except for those whose outcome is a reason.
   * @throws NotTogether when they have to be applied one by one
   */
  apply(records: readonly Whole[]): Promise<Outcome[]>;
  remove(key: Key): Promise<Outcome>;
}

/** What ties records together: one that needs a name comes after the one that owns it. */
export interface RecordNames {
  /** Its key, and whatever else no other record may have. */
  readonly owned: readonly string[];
  /** The keys of the records that it refers to. */
  readonly needed: readonly string[];
}

/** A record takes over what another one of the same batch is about to give up, or not: only their order can tell. */
export class NotTogether extends Error {
  constructor() {
    super('These records have to be applied one by one.');
    this.name = 'NotTogether';
  }
}

/** The outcomes of records that are few, or depend on each other, in their order. */
export async function oneAfterTheOther<Whole>(
  records: readonly Whole[],
  apply: (record: Whole) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const record of records) outcomes.push(await apply(record));
  return outcomes;
}
