import type { PatronKey } from '../../domain/patron.js';
import { ofPatron, ofTitle, readServiceTime } from '../../platform/database/clock.store.js';
import type { Database, PrismaTransaction } from '../../platform/database/database.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { ActionName, StaffActionEntry } from './actions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** An entry is kept for longer than what it was about. */
const AT = `CASE WHEN $6::int IS NOT NULL THEN ${ofPatron('service_now()')}
  WHEN $7::uuid IS NOT NULL THEN ${ofTitle('service_now()')} ELSE service_now() END`;

/**
 * Records what a member of staff did. Pass the transaction of the change, so that there is no change without its entry; record
 * after the change, so that a refusal undoes both. When the patron is deleted, the entries about the patron go, too.
 */
export const recordAction = statement(
  'staff-record-action',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id, reserve_id)
   SELECT $1::int, ${AT}, $2, $3, $4, $5, $6::int, $7::uuid FROM library WHERE website_id = $1`,
).execute(({ staff, action, websiteId, patronId, reserveId }: StaffActionEntry) => [
  websiteId,
  action,
  staff.kind,
  staff.id,
  staff.name,
  patronId ?? null,
  reserveId ?? null,
]);

/** The same of what staff did for no patron or title, in a transaction of Prisma's. @param at the service's time */
export async function recordChange(
  transaction: PrismaTransaction,
  { staff, action, websiteId }: Pick<StaffActionEntry, 'staff' | 'action' | 'websiteId'>,
  at: Date,
): Promise<void> {
  const who = { staffKind: staff.kind, staffId: staff.id, staffName: staff.name };
  await transaction.staffAction.create({ data: { websiteId, at, action, ...who }, select: { at: true } });
}

const RECORD_FOUND = statement(
  'staff-record-found-patrons',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id)
   SELECT $1::int, ${ofPatron('service_now()')}, 'patron-looked-up', $2, $3, $4, patron_id FROM patron
   WHERE website_id = $1 AND patron_id = ANY ($5::int[])`,
);

/** Records whom a search has shown to staff; a search without results is an entry, too. */
export async function recordLookUp(
  transaction: Connection,
  staff: StaffPrincipal,
  { websiteId, patronIds }: { readonly websiteId: number; readonly patronIds: readonly number[] },
): Promise<void> {
  const { kind, id, name } = staff;
  if (patronIds.length === 0)
    await recordAction(transaction, { staff, action: 'patron-looked-up', websiteId });
  else await transaction.run(RECORD_FOUND, [websiteId, kind, id, name, patronIds]);
}

const RECORD_PIN_CHANGES = statement(
  'staff-record-pin-changes',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id)
   SELECT $1::int, ${ofPatron('service_now()')}, 'pin-changed', $2, $3, $4, patron_id FROM unnest($5::int[]) AS patron_id`,
);

interface ImportLog {
  /** That these patrons of a library have other PINs, or none. */
  readonly pinsChanged: (
    transaction: Connection,
    websiteId: number,
    patronIds: readonly number[],
  ) => Promise<void>;
  readonly settingsChanged: (transaction: Connection, websiteId: number) => Promise<void>;
}

interface PurchaseLog extends ImportLog {
  readonly copiesSet: (
    transaction: Connection,
    copies: { readonly websiteId: number; readonly reserveId: string },
  ) => Promise<void>;
}

/** Records, in the transaction of the change, what the records of an import change besides the records themselves. */
export function importLogOf(staff: StaffPrincipal): ImportLog {
  const { kind, id, name } = staff;
  return {
    pinsChanged: async (transaction, websiteId, patronIds) => {
      await transaction.run(RECORD_PIN_CHANGES, [websiteId, kind, id, name, patronIds]);
    },
    settingsChanged: (transaction, websiteId) =>
      recordAction(transaction, { staff, action: 'settings-changed', websiteId }),
  };
}

/** The same for a purchase of copies of one title. */
export function purchaseLogOf(staff: StaffPrincipal): PurchaseLog {
  return {
    ...importLogOf(staff),
    copiesSet: (transaction, { websiteId, reserveId }) =>
      recordAction(transaction, { staff, action: 'copies-set', websiteId, reserveId }),
  };
}

/** @returns false if there is no such library (yet): then nothing is recorded */
export async function recordImport(
  database: Database,
  staff: StaffPrincipal,
  websiteId: number,
): Promise<boolean> {
  const { prisma } = database;
  if ((await prisma.library.count({ where: { websiteId } })) === 0) return false;
  const at = await readServiceTime(database);
  await recordChange(prisma, { staff, action: 'records-imported', websiteId }, at);
  return true;
}

/** An entry, as it was recorded. */
export interface RecordedAction {
  readonly at: Date;
  readonly action: ActionName;
  readonly websiteId: number;
  readonly staffKind: StaffPrincipal['kind'];
  readonly staffId: string;
  readonly staffName: string;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  /** Whose account was added, changed or removed: its name. */
  readonly account: string | null;
}

export interface WantedActions {
  /** Undefined: of all libraries. */
  readonly websiteIds: readonly number[] | undefined;
  readonly patronId: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The latest first; those of one hour for patrons in no particular order. */
export async function findActions(
  { prisma }: Database,
  { websiteIds, patronId, limit, offset }: WantedActions,
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

/** What staff did for a patron, the earliest first; by the hour. */
export async function listActionsAbout(
  { prisma }: Database,
  { websiteId, patronId }: PatronKey,
): Promise<Pick<RecordedAction, 'at' | 'action'>[]> {
  const found = await prisma.staffAction.findMany({
    where: { websiteId, patronId },
    orderBy: [{ at: 'asc' }, { actionId: 'asc' }],
    select: { at: true, action: true },
  });
  return found as Pick<RecordedAction, 'at' | 'action'>[];
}

/** Deletes entries of more than 90 days. The time is passed as text: a Date has no microseconds. */
export const purgeActions = purgeOf({
  name: 'staff-actions-purge',
  table: 'staff_action',
  key: { at: 'timestamptz', action_id: 'uuid' },
  find: `SELECT website_id, to_jsonb(at) #>> '{}' AS at, action_id FROM staff_action
         WHERE at <= (SELECT service_now() - interval '90 days') LIMIT $1`,
});
