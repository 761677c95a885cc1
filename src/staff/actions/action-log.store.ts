import type { MoveReason } from '../../domain/holds/hold-trace.js';
import type { PatronKey } from '../../domain/patron.js';
import { ofPatron, ofTitle } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { ChangeLog } from '../../records/engine/record-kind.js';
import type { Page } from '../requests/paging.requests.js';
import type { ActionName, StaffActionEntry } from './actions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** Entries are kept for longer than their subjects, so their times are rounded. */
const AT = `CASE WHEN $6::int IS NOT NULL THEN ${ofPatron('service_now()')}
  WHEN $7::uuid IS NOT NULL THEN ${ofTitle('service_now()')} ELSE service_now() END`;

/**
 * Records an action. Pass the transaction of the change, so that there is no change without its entry; record after the change, so that a refusal
 * undoes both. When a patron is deleted, the entries about the patron are, too.
 */
export const recordAction = statement(
  'staff-record-action',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id, reserve_id, reason)
   SELECT $1::int, ${AT}, $2, $3, $4, $5, $6::int, $7::uuid, $8 FROM library WHERE website_id = $1`,
).execute(({ staff, action, websiteId, patronId, reserveId, reason }: StaffActionEntry) => [
  websiteId,
  action,
  staff.kind,
  staff.id,
  staff.name,
  patronId ?? null,
  reserveId ?? null,
  reason ?? null,
]);

const RECORD_ABOUT_PATRONS = statement(
  'staff-record-about-patrons',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id)
   SELECT $1::int, ${ofPatron('service_now()')}, $2, $3, $4, $5, patron_id FROM patron
   WHERE website_id = $1 AND patron_id = ANY ($6::int[])`,
);

/** Records an action for several patrons of a library. A patron who was deleted meanwhile gets no entry. */
async function recordAboutPatrons(
  transaction: Connection,
  { staff: { kind, id, name }, action, websiteId }: Pick<StaffActionEntry, 'staff' | 'action' | 'websiteId'>,
  patronIds: readonly number[],
): Promise<void> {
  await transaction.run(RECORD_ABOUT_PATRONS, [websiteId, action, kind, id, name, patronIds]);
}

/** Records the patrons that a search has shown to staff; a search without results is an entry, too. */
export async function recordLookUp(
  transaction: Connection,
  staff: StaffPrincipal,
  { websiteId, patronIds }: { readonly websiteId: number; readonly patronIds: readonly number[] },
): Promise<void> {
  const entry = { staff, action: 'patron-looked-up', websiteId } as const;
  if (patronIds.length === 0) await recordAction(transaction, entry);
  else await recordAboutPatrons(transaction, entry, patronIds);
}

/**
 * Records, in the transaction of the change, side effects of an import.
 * @param occasion a purchase of copies of one title is recorded for that title
 */
export function importLogOf(staff: StaffPrincipal, occasion: 'import' | 'purchase' = 'import'): ChangeLog {
  return {
    pinsChanged: (transaction, websiteId, patronIds) =>
      recordAboutPatrons(transaction, { staff, action: 'pin-changed', websiteId }, patronIds),
    settingsChanged: (transaction, websiteId) =>
      recordAction(transaction, { staff, action: 'settings-changed', websiteId }),
    ...(occasion === 'purchase' && {
      copiesSet: (transaction, { websiteId, reserveId }) =>
        recordAction(transaction, { staff, action: 'copies-set', websiteId, reserveId }),
    }),
  };
}

/** @returns false if there is no such library (yet): then nothing is recorded */
export async function recordImport(
  database: Database,
  staff: StaffPrincipal,
  websiteId: number,
): Promise<boolean> {
  if ((await database.prisma.library.count({ where: { websiteId } })) === 0) return false;
  await recordAction(database, { staff, action: 'records-imported', websiteId });
  return true;
}

export interface RecordedAction {
  readonly at: Date;
  readonly action: ActionName;
  readonly websiteId: number;
  readonly staffKind: StaffPrincipal['kind'];
  readonly staffId: string;
  readonly staffName: string;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  /** The name of the account that was added, changed or removed. */
  readonly account: string | null;
  /** Why a hold was moved in its queue. */
  readonly reason: MoveReason | null;
}

/**
 * Latest first; those of one hour for patrons in no particular order.
 * @param websiteIds undefined: all libraries
 * @param patronId undefined: all actions
 */
export async function findActions(
  { prisma }: Connection,
  websiteIds: readonly number[] | undefined,
  patronId: number | undefined,
  { limit, offset }: Page,
): Promise<RecordedAction[]> {
  const found = await prisma.staffAction.findMany({
    where: {
      ...(websiteIds !== undefined && { websiteId: { in: [...websiteIds] } }),
      ...(patronId !== undefined && { patronId }),
    },
    orderBy: [{ at: 'desc' }, { actionId: 'asc' }],
    take: limit,
    skip: offset,
    omit: { actionId: true },
  });
  return found as RecordedAction[];
}

/** The actions for a patron, earliest first; rounded to the hour. */
export async function listActionsAbout(
  { prisma }: Connection,
  { websiteId, patronId }: PatronKey,
): Promise<Pick<RecordedAction, 'at' | 'action'>[]> {
  const found = await prisma.staffAction.findMany({
    where: { websiteId, patronId },
    orderBy: [{ at: 'asc' }, { actionId: 'asc' }],
    select: { at: true, action: true },
  });
  return found as Pick<RecordedAction, 'at' | 'action'>[];
}

/** Deletes entries older than 90 days. The time is passed as text: a Date has no microseconds. */
export const purgeActions = purgeOf({
  task: 'actions',
  table: 'staff_action',
  key: { at: 'timestamptz', action_id: 'uuid' },
  find: `SELECT website_id, to_jsonb(at) #>> '{}' AS at, action_id FROM staff_action
         WHERE at <= (SELECT service_now() - interval '90 days') LIMIT $1`,
});
