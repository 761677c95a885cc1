import type { Queue } from '../../circulation/queue.service.js';
import type { PatronKey } from '../../domain/patron.js';
import type { Connection } from '../../platform/database/statement.js';

export interface References {
  readonly patronKnown: boolean;
  readonly titleKnown: boolean;
}

/** Which of the rows that a record refers to exist. */
export async function findReferences(
  { prisma }: Connection,
  { websiteId, patronId, reserveId }: PatronKey & Queue,
): Promise<References> {
  const [patrons, titles] = await Promise.all([
    prisma.patron.count({ where: { websiteId, patronId } }),
    prisma.title.count({ where: { reserveId } }),
  ]);
  return { patronKnown: patrons > 0, titleKnown: titles > 0 };
}
