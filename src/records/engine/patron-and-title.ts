import type * as z from 'zod';
import type { Queue } from '../../circulation/queue.service.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Database } from '../../platform/database/database.js';
import { findReferences } from './patron-and-title.store.js';
import { unknownTitle } from './rejection-messages.js';
import * as is from './schema-rules.js';

/** How a record of a hold or a loan names its patron and its title. */
export const patronAndTitle = { websiteId: is.id, patronId: is.id, reserveId: is.reserveId };
export type PatronAndTitle = z.output<z.ZodObject<typeof patronAndTitle>>;

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
