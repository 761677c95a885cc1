import { listCheckouts, type BorrowedTitle } from '../../checkouts/checkouts.store.js';
import type { LendingPeriods } from '../../domain/lending-period.js';
import { listPushSubscriptions, type PushSubscription } from '../../patrons/push/push-subscriptions.store.js';
import type { Watch } from '../../generated/prisma/client.js';
import type { PatronKey } from '../../domain/patron.js';
import { type HeldTitle, listHolds } from '../../holds/holds.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { listActionsAbout, type RecordedAction } from '../actions/action-log.store.js';
import { findStoredWithHolds, type StoredWithHold } from '../hold-traces/hold-traces.store.js';

export interface PatronExport {
  readonly patron: {
    readonly websiteId: number;
    readonly patronId: number;
    readonly category: string;
    readonly cardNumber: string | null;
    readonly cards: readonly string[];
    /** The library’s own number. */
    readonly externalId: string | null;
    /** The last day on which the patron may use the service. */
    readonly expiresOn: string | null;
    /** The same, because a whole list did not name the patron; null as soon as a record does. */
    readonly endedByList: string | null;
    /** Why the library’s records or its system block the patron; null: they do not. */
    readonly blockedReason: string | null;
    /** Why the desk does; null: it does not. */
    readonly blockedByDesk: string | null;
    /** The patron came by a sign-in at the library’s own system, and no record has named them since. */
    readonly fromSignIn: boolean;
    readonly holdLimit: number | null;
    readonly checkoutLimit: number | null;
    readonly lastHoldEmail: string | null;
    readonly lendingPreferences: Partial<LendingPeriods>;
    readonly existingPatron: boolean;
    /** Of notices, as a language tag; null: the library's. */
    readonly language: string | null;
    /** Notices come once a day; null: as the library has it. */
    readonly dailyNotices: boolean | null;
    /** Whether the patron is told that a title is likely to be ready soon; null: as the library has it. */
    readonly soonNotices: boolean | null;
    /** How notices come: `mail`, `text` or `both`; null: by mail. */
    readonly noticesBy: string | null;
    /** The number for text messages. */
    readonly phone: string | null;
    /** A number that waits for its code, or has done so within a day. */
    readonly pendingPhone: string | null;
    /** How many holds the patron wants ready at the same time; null: as many as come. */
    readonly readyAtMost: number | null;
  };
  readonly hasPin: boolean;
  readonly tokenEnds: readonly Date[];
  readonly idempotencyKeyEnds: readonly Date[];
  readonly holds: readonly (HeldTitle & StoredWithHold)[];
  readonly checkouts: readonly BorrowedTitle[];
  readonly watches: readonly Pick<
    Watch,
    'reserveId' | 'emailAddress' | 'watchedAt' | 'wasOwned' | 'toldAt'
  >[];
  readonly pushSubscriptions: readonly Omit<PushSubscription, 'subscriptionId'>[];
  /** What staff did for the patron. Who it was is the data of another person. */
  readonly staffActions: readonly Pick<RecordedAction, 'at' | 'action'>[];
}

/** Everything stored about a patron; undefined if there is no such patron. */
export async function findPatronExport(
  database: Database,
  key: PatronKey,
): Promise<PatronExport | undefined> {
  const { prisma } = database;
  const further = { orderBy: { place: 'asc' }, select: { cardNumber: true } } as const;
  const row = await prisma.patron.findFirst({
    where: key,
    include: { furtherCards: further },
    // The browsers are listed.
    omit: { hasPush: true },
  });
  if (row === null) return undefined;
  const pace = await prisma.pace.findFirst({ where: key, select: { readyAtMost: true } });
  const waiting = await prisma.phoneCode.findFirst({ where: key, select: { phone: true } });
  // Leaves out the PIN's hash: it means nothing to the patron, and PINs could be guessed from it.
  const { pinHash, lendingPreferences, furtherCards, expiresOn, endedByList, ...patron } = row;
  const ends = { where: key, select: { expiresAt: true } } as const;
  const tokens = await prisma.accessToken.findMany(ends);
  const answers = await prisma.idempotentAnswer.findMany(ends);
  return {
    patron: {
      ...patron,
      fromSignIn: patron.fromSignIn === true,
      cards: [patron.cardNumber, ...furtherCards.map(({ cardNumber }) => cardNumber)].filter(
        (card) => card !== null,
      ),
      expiresOn: dayOf(expiresOn),
      endedByList: dayOf(endedByList),
      lendingPreferences: lendingPreferences as Partial<LendingPeriods>,
      pendingPhone: waiting?.phone ?? null,
      readyAtMost: pace?.readyAtMost ?? null,
    },
    hasPin: pinHash !== null,
    tokenEnds: tokens.map(({ expiresAt }) => expiresAt),
    idempotencyKeyEnds: answers.map(({ expiresAt }) => expiresAt),
    holds: await listWholeHolds(database, key),
    checkouts: await listCheckouts(database, key),
    watches: await prisma.watch.findMany({ where: key, orderBy: { watchedAt: 'desc' } }),
    pushSubscriptions: await listPushSubscriptions(database, key),
    staffActions: await listActionsAbout(database, key),
  };
}

function dayOf(date: Date | null): string | null {
  return date?.toISOString().slice(0, 10) ?? null;
}

async function listWholeHolds(connection: Connection, key: PatronKey): Promise<PatronExport['holds']> {
  const stored = await findStoredWithHolds(connection, key);
  const held = await listHolds(connection, key);
  return held.flatMap((title) => {
    const own = stored.get(title.reserveId);
    return own === undefined ? [] : [{ ...title, ...own }];
  });
}
