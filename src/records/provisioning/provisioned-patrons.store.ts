import type { PatronKey } from '../../domain/patron.js';
import type { Database } from '../../platform/database/database.js';
import type { PatronRecord } from '../kinds/patron/patron.schema.js';

/** What the library's system says nothing of: it stays. */
export type OwnMembers = Pick<PatronRecord, 'holdLimit' | 'checkoutLimit' | 'language'>;

export async function findOwnMembers(
  { prisma }: Database,
  { websiteId, patronId }: PatronKey,
): Promise<OwnMembers | undefined> {
  const found = await prisma.patron.findUnique({
    where: { websiteId_patronId: { websiteId, patronId } },
    select: { holdLimit: true, checkoutLimit: true, language: true },
  });
  return found ?? undefined;
}
