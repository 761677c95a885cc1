import { BatchConflict, type ChangeLog, type Outcome, QueueKind, type Tally } from '../engine/record-kind.js';
import type { Queue } from '../../circulation/queue.store.js';
import type { NamedTitle } from './named-title.js';
import { findTitles } from './named-title.store.js';

export interface OfTitle extends NamedTitle {
  readonly websiteId: number;
}

/** The same record with the GUID of its title. */
export type Titled<Named extends NamedTitle> = Named & { readonly reserveId: string };

/** A kind whose records refer to a title, perhaps by an ISBN. */
export abstract class OfTitleKind<Whole extends OfTitle, Key extends OfTitle> extends QueueKind<Whole, Key> {
  /** Like `apply`. */
  protected abstract applyTitled(records: readonly Titled<Whole>[], tally: Tally): Promise<Outcome[]>;
  protected abstract removeTitled(key: Titled<Key>, log?: ChangeLog): Promise<Outcome>;

  /** Fills in members that records may leave out. */
  protected completed<Named extends OfTitle>(records: readonly Named[]): Promise<readonly Named[]> {
    return Promise.resolve(records);
  }

  /** @throws BatchConflict also when two records name the same subject by different names of its title */
  async apply(given: readonly Whole[], tally: Tally): Promise<Outcome[]> {
    const records = await this.completed(given);
    const found = await findTitles(this.database, records);
    if (isDecidedByOthers(records, found)) throw new BatchConflict();
    const titled = new Map(
      records.flatMap((record, index) => {
        const [reserveId, ...others] = found[index] ?? [];
        return reserveId === undefined || others.length > 0 ? [] : [[record, withGuid(record, reserveId)]];
      }),
    );
    const known = [...titled.values()];
    const own = known.flatMap((record) => this.identifiersOf(record).own);
    if (new Set(own).size < own.length) throw new BatchConflict();
    const outcomes = (await this.applyTitled(known, tally)).values();
    return records.map((record, index) => {
      const one = titled.get(record);
      if (one === undefined) return unknownIsbn(record, found[index]);
      const effect = tally.effects.get(one);
      if (effect !== undefined) tally.effects.set(given[index], effect);
      return outcomes.next().value;
    });
  }

  /** Removes nothing if the title does not exist. */
  async remove(given: Key, log?: ChangeLog): Promise<Outcome> {
    const [key = given] = await this.completed([given]);
    const [found = []] = await findTitles(this.database, [key]);
    const [reserveId] = found;
    if (reserveId === undefined) return undefined;
    return found.length === 1 ? this.removeTitled(withGuid(key, reserveId), log) : unknownIsbn(key, found);
  }
}

/** Whether one record may change which of several titles another record means. */
function isDecidedByOthers(records: readonly OfTitle[], found: readonly (readonly string[])[]): boolean {
  const named = new Set(records.map(({ reserveId }) => reserveId));
  return found.some((titles) => titles.length > 1 && titles.some((title) => named.has(title)));
}

function withGuid<Named extends NamedTitle>(record: Named, reserveId: string): Titled<Named> {
  const called = record.isbn === undefined ? {} : { called: `isbn ${record.isbn}` };
  return { ...record, ...called, reserveId, isbn: undefined };
}

/** Why an ISBN does not identify the title of a record. */
function unknownIsbn({ isbn, websiteId }: OfTitle, { length }: readonly string[] = []): string {
  if (length === 0) return `isbn ${isbn} is of no title that library ${websiteId} can use`;
  return `isbn ${isbn} is of ${length} titles that library ${websiteId} can use: name the one that is meant by its reserveId, or by its externalId with source`;
}

/** Few enough that the transaction releases its locks well within the time that requests wait for them, even on a busy machine. */
const QUEUES_PER_TRANSACTION = 50;
const RECORDS_PER_TRANSACTION = 250;

/** Applies the records part by part, each in its transaction. @param apply gets a part, and all records from there on */
export async function inParts<Record extends Queue>(
  records: readonly Record[],
  apply: (part: readonly Record[], rest: readonly Record[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let rest = records; rest.length > 0; rest = records.slice(outcomes.length))
    outcomes.push(...(await apply(firstPart(rest), rest)));
  return outcomes;
}

function firstPart<Record extends Queue>(records: readonly Record[]): Record[] {
  const queues = new Set<string>();
  const some = records.slice(0, RECORDS_PER_TRANSACTION);
  const end = some.findIndex(
    ({ websiteId, reserveId }) => queues.add(`${websiteId} ${reserveId}`).size > QUEUES_PER_TRANSACTION,
  );
  return end === -1 ? some : some.slice(0, end);
}
