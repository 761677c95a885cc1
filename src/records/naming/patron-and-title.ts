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
import { inParts, type OfTitle, OfTitleKind, type Titled } from './of-title.kind.js';
import { findReferences } from './patron-and-title.store.js';
import {
  BatchConflict,
  identifier,
  type Outcome,
  type Reason,
  type RecordIdentifiers,
  type Tally,
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

export type PatronAndTitle = PatronKey & Queue & Pick<NamedTitle, 'called'> & Pick<PatronName, 'externalId'>;
/** The same record with the number of the patron. */
export type Numbered<Record> = Record & { readonly patronId: number };

/** A kind whose records refer to a patron and a title. */
export abstract class PatronAndTitleKind<
  Whole extends PatronName & OfTitle,
  Key extends PatronName & OfTitle,
> extends OfTitleKind<Whole, Key> {
  abstract override readonly name: 'hold' | 'checkout';

  identifiersOf(record: PatronName & OfTitle): RecordIdentifiers {
    const { websiteId } = record;
    const title = titleIdentifier(record);
    const patrons = patronIdentifiers(websiteId, record);
    return {
      own: patrons.map((patron) => identifier(this.name, patron, title)),
      referenced: [identifier('library', websiteId), ...patrons, title],
    };
  }

  /** @param rest these records and all after them */
  protected abstract applyPart(
    records: readonly Numbered<Titled<Whole>>[],
    rest: readonly Numbered<Titled<Whole>>[],
    tally: Tally,
  ): Promise<Outcome[]>;

  protected abstract removeNumbered(key: Numbered<Titled<Key>>): Promise<Outcome>;

  /** @throws BatchConflict when two records name one patron by different numbers, and one title */
  protected async applyTitled(records: readonly Titled<Whole>[], tally: Tally): Promise<Outcome[]> {
    const numbers = await findPatronNumbers(this.database, records);
    const numbered = records.flatMap((record, index): Numbered<Titled<Whole>>[] => {
      const patronId = numbers[index];
      return patronId == null ? [] : [{ ...record, patronId }];
    });
    const keys = new Set(numbered.map(({ patronId, reserveId }) => `${patronId} ${reserveId}`));
    if (keys.size < numbered.length) throw new BatchConflict();
    const outcomes = await inParts(numbered, (part, rest) => this.applyPart(part, rest, tally));
    const applied = outcomes.values();
    return records.map((record, index) =>
      numbers[index] == null ? unknownPatron(record) : applied.next().value,
    );
  }

  /** Removes nothing if the library has no such patron. */
  protected async removeTitled(key: Titled<Key>): Promise<Outcome> {
    const [patronId] = await findPatronNumbers(this.database, [key]);
    return patronId == null ? undefined : this.removeNumbered({ ...key, patronId });
  }
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
