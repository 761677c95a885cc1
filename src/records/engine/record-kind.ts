import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { RecordSchemas } from './schema-rules.js';

export const RECORD_KINDS = [
  'library',
  'collection',
  'category',
  'title',
  'copies',
  'withdrawal',
  'patron',
  'hold',
  'checkout',
  'token',
  'client',
  'settings',
] as const;
export type RecordKindName = (typeof RECORD_KINDS)[number];

/** What a permission can depend on. */
export interface RecordScope {
  readonly kind: RecordKindName;
  readonly isRemoval: boolean;
  /** Undefined for kinds that belong to no library or to several. */
  readonly websiteId: number | undefined;
}

/** Why a record is rejected, without the line number. */
export interface Reason {
  /** For the sender: names the member and its allowed values, or the record that is unknown or prevents this one. */
  readonly message: string;
  /** For the list that staff read for 90 days: without a patron's data. The line tells whose record it is in the file. */
  readonly kept: string;
}

/** Undefined if the record was applied, otherwise why it was not; a string quotes no data of a patron. */
export type Outcome = string | Reason | undefined;

/** What has become of what is stored under the key of a record that was applied. `merged`: staff have merged the patron into another, and it is left out. */
export type Effect = 'added' | 'changed' | 'unchanged' | 'removed' | 'merged';

/** What an import counts beside its lines. */
export interface SideCounts {
  /** How many patrons have lost their PIN, because their records remove it. */
  pinsRemoved: number;
  /** How many patrons the desk has blocked whose records say that they are not blocked: they stay so. */
  blocksKept: number;
  /** How many holds of another system were placed of patrons who are blocked or expired, or have as many as the limit allows. */
  holdsBeyondRules: number;
}

export const newSideCounts = (): SideCounts => ({ pinsRemoved: 0, blocksKept: 0, holdsBeyondRules: 0 });

/** What else is known of the records of a batch. */
export interface Tally extends SideCounts {
  /** Of records that were applied, if their kind tells it. */
  readonly effects: Map<unknown, Effect>;
  /** Of records that were rejected only because others have values of theirs, such as a card: the identifiers of those. */
  readonly heldBy: Map<unknown, readonly string[]>;
  /** Of patrons whom staff have merged into others: the number of the one who is left. */
  readonly mergedInto: Map<unknown, number>;
  /** Identifiers of what records are about, where also the database knows some. */
  readonly knownAs: Map<unknown, readonly string[]>;
}

export function newTally(): Tally {
  return {
    ...newSideCounts(),
    ...{ effects: new Map(), heldBy: new Map(), mergedInto: new Map(), knownAs: new Map() },
  };
}

/** Writes down, in the transaction of a change, who made it by a record. */
export interface ChangeLog {
  readonly pinsChanged: (
    transaction: Connection,
    websiteId: number,
    patronIds: readonly number[],
  ) => Promise<void>;
  readonly settingsChanged: (transaction: Connection, websiteId: number) => Promise<void>;
  /** Absent: an import of many titles is one entry, not one for each. */
  readonly copiesSet?: (
    transaction: Connection,
    copies: { readonly websiteId: number; readonly reserveId: string },
  ) => Promise<void>;
}

/** How records depend on each other: one that references an identifier is applied after the one that owns it. */
export interface RecordIdentifiers {
  /** Its key, and its other unique values, such as a card number. */
  readonly own: readonly string[];
  /** The keys of the records that it refers to. */
  readonly referenced: readonly string[];
  /** The keys of other records, which are of use only together with it: a title can be lent by its copies. */
  readonly completes?: readonly string[];
  /** Its names that others may have too, such as an ISBN. */
  readonly alsoNamed?: readonly string[];
}

/**
 * An identifier of a record, unique across all kinds.
 * @param key numbers come before free text, so two different records never get the same identifier
 */
export function identifier(
  of: RecordKindName | 'crossRefId' | 'isbn' | 'card' | 'externalId',
  ...key: readonly (number | string)[]
): string {
  return [of, ...key].join(' ');
}

/** A record takes a unique value from another record of the same batch, such as a card number. Their order decides. */
export class BatchConflict extends Error {
  constructor() {
    super('These records must be applied one by one.');
    this.name = 'BatchConflict';
  }
}

/** Applies records one by one. */
export async function applyInOrder<Whole>(
  records: readonly Whole[],
  apply: (record: Whole) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const record of records) outcomes.push(await apply(record));
  return outcomes;
}

/**
 * One kind of record: its schemas and how it is applied. Applying a record twice changes nothing, and neither does
 * removing one that does not exist. A file can therefore be imported again, also after a failure halfway through.
 */
@Injectable()
export abstract class RecordKind<Whole = unknown, Key = unknown> {
  abstract readonly name: RecordKindName;
  abstract readonly schemas: RecordSchemas<Whole, Key>;
  /** Applying it can assign copies. The order of such records, also of different kinds, decides who gets them. */
  readonly affectsQueues: boolean = false;

  constructor(protected readonly database: Database) {}

  abstract identifiersOf(record: Whole): RecordIdentifiers;

  /**
   * Applies records that share no identifier of their own. Applies all of them, except those rejected, or none.
   * @throws BatchConflict when they must be applied one by one
   */
  abstract apply(records: readonly Whole[], log?: ChangeLog, tally?: Tally): Promise<Outcome[]>;

  abstract remove(key: Key, log?: ChangeLog): Promise<Outcome>;

  /** Whether it takes so long that fewer are applied at once. */
  isSlow(_record: Whole): boolean {
    return false;
  }
}

/** A kind of which a file has few records, or whose records depend on each other. */
export abstract class OneByOneKind<Whole, Key> extends RecordKind<Whole, Key> {
  abstract applyOne(record: Whole, log?: ChangeLog, tally?: Tally): Promise<Outcome>;

  apply(records: readonly Whole[], log?: ChangeLog, tally?: Tally): Promise<Outcome[]> {
    return applyInOrder(records, (record) => this.applyOne(record, log, tally));
  }
}
