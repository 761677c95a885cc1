import type { RecordSchemas } from './schemas/rules.js';

/** Undefined: the line was applied. Else why it was rejected, as a sentence without its subject's line number. */
export type Outcome = string | undefined;

/**
 * One kind of record: what it looks like and how it is applied. Applying what is there already changes nothing, and so
 * does removing what is not there: a file may be sent again, whole or after a failure in its middle.
 */
export interface RecordKind<Whole = unknown, Key = unknown> {
  readonly schemas: RecordSchemas<Whole, Key>;
  /** Two records that share one of these keys must not be applied together: the later one has to find the earlier. */
  keysOf(record: Whole): readonly string[];
  /**
   * Applies records that share no key, in one go or not at all, except for those whose outcome is a reason.
   * @throws NotTogether when they have to be applied one by one
   */
  apply(records: readonly Whole[]): Promise<Outcome[]>;
  remove(key: Key): Promise<Outcome>;
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
