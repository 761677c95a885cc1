import { asFailure, violatedConstraint } from '../../platform/database/failures.js';
import type { RecordBatch } from './record-batches.js';
import {
  applyInOrder,
  BatchConflict,
  type ChangeLog,
  type Effect,
  newTally,
  type Outcome,
  type RecordKind,
  type SideCounts,
  type Tally,
} from './record-kind.js';

/** The outcome of each record of a batch. */
export interface BatchResult extends Readonly<SideCounts>, Pick<Tally, 'heldBy' | 'mergedInto' | 'knownAs'> {
  readonly outcomes: readonly Outcome[];
  /** Undefined if the record was rejected, or if its kind reports no effects. */
  readonly effects: readonly (Effect | undefined)[];
}

/** Runs a step that applies records, all or none. */
type Attempt = <Result>(work: () => Promise<Result>) => Promise<Result>;

const directly: Attempt = (work) => work();

/** @param attempt wraps each transaction, or several, that may fail alone */
export async function applyBatch(
  { kind, isRemoval, records }: Pick<RecordBatch, 'kind' | 'isRemoval' | 'records'>,
  log: ChangeLog | undefined,
  attempt: Attempt = directly,
): Promise<BatchResult> {
  const all = records.map(({ record }) => record);
  const tally = newTally(log);
  const apply = (some: readonly unknown[]): Promise<Outcome[]> => attempt(() => kind.apply(some, tally));
  const outcomes = isRemoval
    ? await applyInOrder(all, (key) => outcomeOf(() => attempt(() => kind.remove(key, log))))
    : await applyTogether(all, apply);
  const effects = all.map((record, index) => {
    if (outcomes[index] !== undefined) return undefined;
    return isRemoval ? 'removed' : tally.effects.get(record);
  });
  return { ...tally, outcomes, effects };
}

/** Falls back to one by one, so that a conflict of one record does not reject the others. */
async function applyTogether(
  records: readonly unknown[],
  apply: (some: readonly unknown[]) => ReturnType<RecordKind['apply']>,
): Promise<Outcome[]> {
  try {
    return await apply(records);
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof BatchConflict) && violatedConstraint(failure) === undefined) throw failure;
  }
  return applyInOrder(records, (record) => outcomeOf(async () => (await apply([record]))[0]));
}

/** Other data may have changed since the checks: then a constraint of the database rejects the record. */
async function outcomeOf(apply: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await apply();
  } catch (error) {
    const failure = asFailure(error);
    const constraint = violatedConstraint(failure);
    if (constraint === undefined) throw failure;
    // The database's own message quotes values in its details.
    return `was refused by the database (${constraint})`;
  }
}
