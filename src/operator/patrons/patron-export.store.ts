import { listCheckouts, type BorrowedTitle } from '../../checkouts/checkouts.store.js';
import type { HoldEvent } from '../../domain/hold-trace.js';
import type { LendingPeriods } from '../../domain/lending-period.js';
import type { PatronKey } from '../../domain/patron.js';
import { type HeldTitle, listHolds } from '../../holds/holds.store.js';
import type { Database } from '../../platform/database/database.js';
import { listActionsAbout, type RecordedAction } from '../../staff/action-log.store.js';
import { findTraces } from '../queues/traces.store.js';

/** All columns of a patron except the PIN hash: it means nothing to the patron, and PINs could be guessed from it. */
const COLUMNS = {
  websiteId: true,
  patronId: true,
  category: true,
  cardNumber: true,
  holdLimit: true,
  checkoutLimit: true,
  lastHoldEmail: true,
  lendingPreferences: true,
  existingPatron: true,
  language: true,
} as const;

export interface PatronExport {
  readonly patron: {
    readonly websiteId: number;
    readonly patronId: number;
    readonly category: string;
    readonly cardNumber: string | null;
    readonly holdLimit: number | null;
    readonly checkoutLimit: number | null;
    readonly lastHoldEmail: string | null;
    readonly lendingPreferences: Partial<LendingPeriods>;
    readonly existingPatron: boolean;
    /** Of notices, as a language tag; null: the library's. */
    readonly language: string | null;
  };
  readonly hasPin: boolean;
  readonly tokenEnds: readonly Date[];
  readonly idempotencyKeyEnds: readonly Date[];
  readonly holds: readonly (HeldTitle & { readonly events: readonly HoldEvent[] })[];
  readonly checkouts: readonly BorrowedTitle[];
  /** What staff did for the patron. Who it was is the data of another person. */
  readonly staffActions: readonly Pick<RecordedAction, 'at' | 'action'>[];
}

/** Everything stored about a patron; undefined if there is no such patron. */
export async function findPatronExport(
  database: Database,
  key: PatronKey,
): Promise<PatronExport | undefined> {
  const { prisma } = database;
  const where = { websiteId_patronId: key };
  const patron = await prisma.patron.findUnique({ where, select: COLUMNS });
  if (patron === null) return undefined;
  const pin = await prisma.patron.count({ where: { ...key, pinHash: { not: null } } });
  const tokens = await prisma.accessToken.findMany({ where: key, select: { expiresAt: true } });
  const answers = await prisma.idempotentAnswer.findMany({ where: key, select: { expiresAt: true } });
  return {
    // Only this service writes the JSON column, so its shape is known.
    patron: { ...patron, lendingPreferences: patron.lendingPreferences as Partial<LendingPeriods> },
    hasPin: pin > 0,
    tokenEnds: tokens.map(({ expiresAt }) => expiresAt),
    idempotencyKeyEnds: answers.map(({ expiresAt }) => expiresAt),
    holds: await listTracedHolds(database, key),
    checkouts: await listCheckouts(database, key),
    staffActions: await listActionsAbout(database, key),
  };
}

async function listTracedHolds(database: Database, key: PatronKey): Promise<PatronExport['holds']> {
  const traces = await findTraces(database, key);
  const held = await listHolds(database, key);
  return held.map((title) => ({ ...title, events: traces.get(title.reserveId) ?? [] }));
}
