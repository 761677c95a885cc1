import type { PatronKey } from '../../domain/patron.js';
import type { Connection } from '../../platform/database/statement.js';

/** Lasts until the desk lifts it. @returns false if there is no such patron */
export function blockPatron(connection: Connection, patron: PatronKey, reason: string): Promise<boolean> {
  return change(connection, patron, { blockedByDesk: reason });
}

/** Also lifts the block of the library's records and system, until they repeat it. @returns false if there is no such patron */
export function liftBlock(connection: Connection, patron: PatronKey): Promise<boolean> {
  return change(connection, patron, { blockedByDesk: null, blockedReason: null });
}

async function change(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
  data: { readonly blockedByDesk: string | null; readonly blockedReason?: null },
): Promise<boolean> {
  return (await prisma.patron.updateMany({ where: { websiteId, patronId }, data })).count > 0;
}
