import { findLocalDays, type LocalDay } from '../../../circulation/due/last-day.store.js';
import { Refusal, refusal } from '../../../domain/errors.js';
import { permitLastDay, permitPlacement } from '../../../domain/holds/placement.js';
import { daysAfter, MAX_SUSPENSION_DAYS } from '../../../domain/holds/suspension.js';
import { requireGoodStanding, type Standing } from '../../../domain/patron.js';
import type { PlacementRow } from '../../../holds/holds.store.js';
import { inEachLibrary } from '../../../platform/database/by-library.js';
import type { Connection } from '../../../platform/database/statement.js';
import type { HoldRecord } from './hold.schema.js';
import type { TicketedHold } from './hold.store.js';

/** The last day of each record that has one. */
export type LastDays = ReadonlyMap<HoldRecord, LocalDay>;

export async function readLastDays(
  connection: Connection,
  records: readonly HoldRecord[],
): Promise<LastDays> {
  const found = new Map<HoldRecord, LocalDay>();
  const withDay = records.filter(({ notNeededAfter }) => notNeededAfter != null);
  await inEachLibrary(withDay, async (websiteId, own) => {
    const wanted = new Set(own.flatMap(({ notNeededAfter }) => notNeededAfter ?? []));
    const days = await findLocalDays(connection, websiteId, [...wanted]);
    for (const record of own)
      for (const day of days) if (day.day === record.notNeededAfter) found.set(record, day);
  });
  return found;
}

export interface Decision {
  /** Undefined if the hold was placed. */
  readonly refused: Refusal | undefined;
  /** The hold was placed although a new one would be refused. */
  readonly isBeyondRules: boolean;
}

export interface NewHold extends Omit<TicketedHold, 'ticket'> {
  /** The first ticket that the queue has not issued yet. */
  readonly nextTicket: number;
}

/** Leaves out a suspension that has already ended. */
export function newHold(
  { suspension, placedDate, ...record }: HoldRecord,
  { category, now }: PlacementRow,
  nextTicket: number,
  lastDay: LocalDay | undefined,
): NewHold {
  const isOver = suspension?.until != null && suspension.until <= now;
  const lasting = isOver ? null : suspension;
  return {
    ...record,
    nextTicket,
    category,
    placedAt: placedDate,
    suspensionType: lasting?.type ?? null,
    suspendedUntil: lasting?.until ?? null,
    notNeededAfter: lastDay?.day ?? null,
    notNeededFrom: lastDay?.endsAt ?? null,
  };
}

/**
 * A dated hold was placed earlier in another system. Like a hold that was placed here, it stays whatever the patron's limit and standing
 * are now.
 * @param placedBefore how many holds earlier records of this batch place for the same patron
 */
export function decisionOn(
  record: HoldRecord,
  facts: PlacementRow | undefined,
  standing: Standing | undefined,
  placedBefore: number,
  lastDay: LocalDay | undefined,
): Decision {
  if (facts === undefined || standing === undefined)
    return { refused: refusal('NotFound'), isBeyondRules: false };
  const liveHolds = facts.liveHolds + placedBefore;
  const refused = refusalBy(() => {
    permitPlacement({ ...facts, liveHolds, holdLimit: Infinity });
    permitTimes(record, facts.now);
    if (lastDay !== undefined) permitLastDay(lastDay.day, lastDay.today);
  });
  if (refused !== undefined) return { refused, isBeyondRules: false };
  const byRules = refusalBy(() => {
    permitPlacement({ ...facts, liveHolds }, record.alternativeTo != null);
    requireGoodStanding(standing);
  });
  const isNew = record.placedDate === null;
  return { refused: isNew ? byRules : undefined, isBeyondRules: !isNew && byRules !== undefined };
}

function refusalBy(rules: () => void): Refusal | undefined {
  try {
    rules();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @throws Refusal `InvalidFieldValue` */
function permitTimes({ placedDate, suspension }: HoldRecord, now: Date): void {
  if (placedDate !== null && placedDate > now)
    throw new Refusal('InvalidFieldValue', 'placedDate must not be in the future');
  const until = suspension?.until ?? now;
  if (until > daysAfter(now, MAX_SUSPENSION_DAYS))
    throw new Refusal(
      'InvalidFieldValue',
      `suspension.until must be at most ${MAX_SUSPENSION_DAYS} days from now`,
    );
}
