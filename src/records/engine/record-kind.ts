import { Injectable } from '@nestjs/common';
import { QueueService } from '../../circulation/queue.service.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { RecordSchemas } from './schema-rules.js';

export const RECORD_KINDS = [
  'library',
  'collection',
  'category',
  'title',
  'copies',
  'licence',
  'withdrawal',
  'patron',
  'hold',
  'checkout',
  'token',
  'client',
  'settings',
  'calendar',
] as const;
export type RecordKindName = (typeof RECORD_KINDS)[number];

/** The facts that a permission can depend on. */
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
  /** For the list that staff can read for 90 days: contains no patron data. The line number leads to the record in the file. */
  readonly kept: string;
}

/** Undefined if the record was applied, otherwise the reason; a plain string contains no patron data. */
export type Outcome = string | Reason | undefined;

/** The effect of an applied record. `merged`: it was left out because staff have merged its patron into another. */
export type Effect = 'added' | 'changed' | 'unchanged' | 'removed' | 'merged';

/** Counts of an import beside its lines. */
export interface SideCounts {
  /** The number of patrons whose records removed their PIN. */
  pinsRemoved: number;
  /** The number of patrons who stay blocked by the desk although their records say that they are not blocked. */
  blocksKept: number;
  /** The number of holds from another system that were placed although the patron is blocked, expired or at the hold limit. */
  holdsBeyondRules: number;
}

export const newSideCounts = (): SideCounts => ({ pinsRemoved: 0, blocksKept: 0, holdsBeyondRules: 0 });

/** Further results of a batch. */
export interface Tally extends SideCounts {
  /** Of applied records, if their kind reports effects. */
  readonly effects: Map<unknown, Effect>;
  /** Identifiers of the records whose values, such as a card, are the only reason for a rejection. */
  readonly heldBy: Map<unknown, readonly string[]>;
  /** The number of the patron into whom staff merged the record's patron. */
  readonly mergedInto: Map<unknown, number>;
  /** Identifiers of the record's subject, including those that only the database knows. */
  readonly knownAs: Map<unknown, readonly string[]>;
  /** Where the kind says who made the changes; undefined: nowhere. */
  readonly log: ChangeLog | undefined;
}

export function newTally(log?: ChangeLog): Tally {
  return {
    ...newSideCounts(),
    ...{ log, effects: new Map(), heldBy: new Map(), mergedInto: new Map(), knownAs: new Map() },
  };
}

/** Records who made a change by a record, in the transaction of the change. */
export interface ChangeLog {
  readonly pinsChanged: (
    transaction: Connection,
    websiteId: number,
    patronIds: readonly number[],
  ) => Promise<void>;
  readonly settingsChanged: (transaction: Connection, websiteId: number) => Promise<void>;
  /** Absent if the import has many titles, which is then logged as one entry. */
  readonly copiesSet?: (
    transaction: Connection,
    copies: { readonly websiteId: number; readonly reserveId: string },
  ) => Promise<void>;
}

/** How records depend on each other: a record that references an identifier is applied after the record that owns it. */
export interface RecordIdentifiers {
  /** The record's key and its other unique values, such as a card number. */
  readonly own: readonly string[];
  /** The keys of the records that it refers to. */
  readonly referenced: readonly string[];
  /** The keys of records that are useful only together with it: a title can be lent once it has copies. */
  readonly completes?: readonly string[];
  /** Names that other records may share, such as an ISBN. */
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

/** A record takes a unique value, such as a card number, from another record of the same batch. Their order decides. */
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
  /** Whether applying it can assign copies. The order of such records, even of different kinds, decides who gets them. */
  readonly affectsQueues: boolean = false;

  constructor(protected readonly database: Database) {}

  abstract identifiersOf(record: Whole): RecordIdentifiers;

  /**
   * Applies records that share no identifier of their own. Applies all of them, except those rejected, or none.
   * @throws BatchConflict when they must be applied one by one
   */
  abstract apply(records: readonly Whole[], tally: Tally): Promise<Outcome[]>;

  abstract remove(key: Key, log?: ChangeLog): Promise<Outcome>;

  /** Whether the record takes so long that batches must be smaller. */
  isSlow(_record: Whole): boolean {
    return false;
  }
}

/** A kind that has few records per file, or whose records depend on each other. */
export abstract class OneByOneKind<Whole, Key> extends RecordKind<Whole, Key> {
  abstract applyOne(record: Whole, tally: Tally): Promise<Outcome>;

  apply(records: readonly Whole[], tally: Tally): Promise<Outcome[]> {
    return applyInOrder(records, (record) => this.applyOne(record, tally));
  }
}

/** A kind whose records change queues, and may assign copies. */
@Injectable()
export abstract class QueueKind<Whole = unknown, Key = unknown> extends RecordKind<Whole, Key> {
  override readonly affectsQueues = true;

  constructor(
    database: Database,
    protected readonly queues: QueueService,
  ) {
    super(database);
  }
}
