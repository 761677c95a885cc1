import type * as z from 'zod';
import type { Queue } from '../../circulation/queue.service.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Database } from '../../platform/database/database.js';
import { findReferences } from './patron-and-title.store.js';
import { identifier, type Outcome, type RecordIdentifiers } from './record-kind.js';
import { unknownTitle } from './rejection-messages.js';
import * as is from './schema-rules.js';

/** How a record of a hold or a loan names its patron and its title. */
export const patronAndTitle = { websiteId: is.id, patronId: is.id, reserveId: is.reserveId };
export type PatronAndTitle = z.output<z.ZodObject<typeof patronAndTitle>>;

export function identifiersOf(
  kind: 'hold' | 'checkout',
  { websiteId, patronId, reserveId }: PatronAndTitle,
): RecordIdentifiers {
  return {
    own: [identifier(kind, patronId, reserveId)],
    referenced: [
      identifier('library', websiteId),
      identifier('patron', patronId),
      identifier('title', reserveId),
    ],
  };
}

/** Few enough for the transaction to finish within the lock timeout of requests that wait for it. */
const RECORDS_PER_TRANSACTION = 250;

export async function applyInParts<Whole>(
  records: readonly Whole[],
  apply: (part: readonly Whole[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < records.length; from += RECORDS_PER_TRANSACTION)
    outcomes.push(...(await apply(records.slice(from, from + RECORDS_PER_TRANSACTION))));
  return outcomes;
}

export function titleOf({ reserveId }: PatronAndTitle): TitleId {
  return { kind: 'reserveId', reserveId };
}

/** The queues of the chosen records, without duplicates. */
export function queuesOf(
  records: readonly PatronAndTitle[],
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
export async function explainNotFound(database: Database, record: PatronAndTitle): Promise<string> {
  const { websiteId, patronId, reserveId } = record;
  const { patronKnown, titleKnown } = await findReferences(database, record);
  if (!patronKnown) return `patronId ${patronId} is not a patron of library ${websiteId}`;
  if (!titleKnown) return unknownTitle(reserveId);
  return `title ${reserveId} is in no collection of patron ${patronId}`;
}
