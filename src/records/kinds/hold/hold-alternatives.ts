import { randomUUID } from 'node:crypto';
import {
  MAX_ALTERNATIVES,
  noSuchHold,
  tooManyAlternatives,
} from '../../../circulation/alternatives/alternatives.js';
import { findHoldsOf, joinAlternatives } from '../../../circulation/alternatives/alternatives.store.js';
import type { Refusal } from '../../../domain/errors.js';
import type { Connection } from '../../../platform/database/statement.js';
import type { Decision } from './hold-decisions.js';
import type { HoldRecord } from './hold.schema.js';

/** Which holds of the patrons of some records are alternatives to each other, with those that the records before have placed. */
export class Alternatives {
  /** The holds by their names: the number that they have with their alternatives. */
  private readonly numbers = new Map<string, string | null>();
  private readonly joined = new Map<string, HoldRecord>();

  /** Reads the holds of the records' patrons, who are locked. */
  static async read(connection: Connection, records: readonly HoldRecord[]): Promise<Alternatives> {
    const alternatives = new Alternatives();
    const concerned = records.filter(({ alternativeTo }) => alternativeTo != null);
    for (const hold of await findHoldsOf(connection, concerned))
      alternatives.numbers.set(nameOf(hold), hold.alternativesId);
    return alternatives;
  }

  /** The decision on this record, with what its alternative says to it; a hold that is placed is counted in. */
  decisionOn(record: HoldRecord, decision: Decision): Decision {
    const refused = decision.refused ?? this.refusalOf(record);
    if (refused === undefined) this.add(record);
    return { ...decision, refused };
  }

  /** Why the hold of this record cannot have the alternative that it names; undefined if it can. */
  private refusalOf(record: HoldRecord): Refusal | undefined {
    const { alternativeTo } = record;
    if (alternativeTo == null) return undefined;
    const number = this.numbers.get(nameOf({ ...record, reserveId: alternativeTo }));
    if (number === undefined) return noSuchHold();
    const present = [...this.numbers.values()].filter((each) => each !== null && each === number);
    return present.length >= MAX_ALTERNATIVES ? tooManyAlternatives() : undefined;
  }

  /** Counts the hold of this record in, which is placed. */
  private add(record: HoldRecord): void {
    const { alternativeTo } = record;
    const other = alternativeTo == null ? undefined : nameOf({ ...record, reserveId: alternativeTo });
    const number = other === undefined ? null : (this.numbers.get(other) ?? randomUUID());
    this.numbers.set(nameOf(record), number);
    if (other === undefined) return;
    this.numbers.set(other, number);
    this.joined.set(nameOf(record), record);
  }

  /** Stores what the records say. Call it under the locks of the queues, once the holds are placed. */
  async store(connection: Connection): Promise<void> {
    for (const record of this.joined.values()) {
      const { websiteId, alternativeTo } = record;
      const number = this.numbers.get(nameOf(record));
      if (number == null || alternativeTo == null) continue;
      await joinAlternatives(connection, record, number, [record, { websiteId, reserveId: alternativeTo }]);
    }
  }
}

function nameOf({
  websiteId,
  patronId,
  reserveId,
}: Pick<HoldRecord, 'websiteId' | 'patronId' | 'reserveId'>): string {
  return `${websiteId} ${patronId} ${reserveId}`;
}

/** The records in runs, in which those that say of what a title is an alternative stand alone. */
export function* alternativesApart(records: readonly HoldRecord[]): Generator<readonly HoldRecord[]> {
  let together: HoldRecord[] = [];
  for (const record of records)
    if (record.alternativeTo === undefined) together.push(record);
    else {
      if (together.length > 0) yield together;
      together = [];
      yield [record];
    }
  if (together.length > 0) yield together;
}
