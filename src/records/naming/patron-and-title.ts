import type * as z from 'zod';
import type { Queue } from '../../circulation/queue.service.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Database } from '../../platform/database/database.js';
import {
  type PatronName,
  patronIdentifiers,
  patronInWords,
  patronNames,
  requirePatronName,
} from './named-patron.js';
import { findPatronNumbers } from './named-patron.store.js';
import {
  type NamedTitle,
  titleIdentifier,
  type TitleName,
  titleNamesBesidePatron,
  withTitle,
} from './named-title.js';
import { findReferences } from './patron-and-title.store.js';
import {
  BatchConflict,
  identifier,
  type Outcome,
  type Reason,
  type RecordIdentifiers,
} from '../engine/record-kind.js';
import { unknownPatron, unknownTitle } from '../engine/rejection-messages.js';
import * as is from '../engine/schema-rules.js';

/** A record of a hold or a loan names its patron and its title with these members. `externalId` is the patron's. */
export const patronAndTitle = { websiteId: is.id, ...patronNames, ...titleNamesBesidePatron };

type TitleNameBesidePatron = Omit<TitleName, 'externalId'> & {
  readonly titleExternalId?: string | null | undefined;
};

/** Resolves the title of such a record, and requires a name of its patron. */
export function named<Given extends PatronName & TitleNameBesidePatron>(
  { reserveId, titleExternalId, source, isbn, ...rest }: Given,
  context: z.core.$RefinementCtx,
): Omit<Given, keyof TitleNameBesidePatron> & NamedTitle {
  requirePatronName(rest, context);
  const title = withTitle({ reserveId, externalId: titleExternalId, source, isbn }, context);
  return { ...rest, ...title };
}

/** A record that may name its patron by the library's own number. */
export type Named = PatronName & Queue;
export type PatronAndTitle = PatronKey & Queue & Pick<NamedTitle, 'called'> & Pick<PatronName, 'externalId'>;
/** The same record with the number of the patron. */
export type Numbered<Record> = Record & { readonly patronId: number };

export function identifiersOf(
  kind: 'hold' | 'checkout',
  record: PatronName & NamedTitle & { readonly websiteId: number },
): RecordIdentifiers {
  const { websiteId } = record;
  const title = titleIdentifier(record);
  const patrons = patronIdentifiers(websiteId, record);
  return {
    own: patrons.map((patron) => identifier(kind, patron, title)),
    referenced: [identifier('library', websiteId), ...patrons, title],
  };
}

/** Few enough that the transaction releases its locks well within the time that requests wait for them, even on a busy machine. */
const QUEUES_PER_TRANSACTION = 50;
const RECORDS_PER_TRANSACTION = 250;

/**
 * @param apply gets a part of the records, and that part with all later records
 * @throws BatchConflict when two records name one patron by different numbers, and one title
 */
export async function applyInParts<Whole extends Named>(
  database: Database,
  records: readonly Whole[],
  apply: (part: readonly Numbered<Whole>[], rest: readonly Numbered<Whole>[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const numbers = await findPatronNumbers(database, records);
  const numbered = records.flatMap((record, index): Numbered<Whole>[] => {
    const patronId = numbers[index];
    return patronId == null ? [] : [{ ...record, patronId }];
  });
  const keys = new Set(numbered.map(({ patronId, reserveId }) => `${patronId} ${reserveId}`));
  if (keys.size < numbered.length) throw new BatchConflict();
  const outcomes: Outcome[] = [];
  for (let rest = numbered; rest.length > 0; rest = numbered.slice(outcomes.length))
    outcomes.push(...(await apply(firstPart(rest), rest)));
  const applied = outcomes.values();
  return records.map((record, index) =>
    numbers[index] == null ? unknownPatron(record) : applied.next().value,
  );
}

function firstPart<Record extends Queue>(records: readonly Record[]): Record[] {
  const queues = new Set<string>();
  const some = records.slice(0, RECORDS_PER_TRANSACTION);
  const end = some.findIndex(
    ({ websiteId, reserveId }) => queues.add(`${websiteId} ${reserveId}`).size > QUEUES_PER_TRANSACTION,
  );
  return end === -1 ? some : some.slice(0, end);
}

/** Removes nothing if the library has no such patron. */
export async function removeNamed<Key extends Named>(
  database: Database,
  key: Key,
  remove: (key: Numbered<Key>) => Promise<Outcome>,
): Promise<Outcome> {
  const [patronId] = await findPatronNumbers(database, [key]);
  return patronId == null ? undefined : remove({ ...key, patronId });
}

export function titleOf({ reserveId }: Queue): TitleId {
  return { kind: 'reserveId', reserveId };
}

/** The queues of the chosen records, without duplicates. */
export function queuesOf(
  records: readonly Queue[],
  isChosen: (index: number) => boolean = () => true,
): Queue[] {
  const chosen = records.filter((_, index) => isChosen(index));
  return [
    ...new Map(
      chosen.map(({ websiteId, reserveId }) => [`${websiteId} ${reserveId}`, { websiteId, reserveId }]),
    ).values(),
  ];
}

/** A patron must not learn which titles exist, but the sender of an import should. */
export async function explainNotFound(database: Database, record: PatronAndTitle): Promise<string | Reason> {
  const { called = `title ${record.reserveId}` } = record;
  const { patronKnown, titleKnown } = await findReferences(database, record);
  if (!patronKnown) return unknownPatron(record);
  if (!titleKnown) return unknownTitle(record);
  return {
    message: `${called} is in no collection of ${patronInWords(record)}`,
    kept: `${called} is in no collection of the patron`,
  };
}
