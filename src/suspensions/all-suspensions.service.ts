import { Injectable } from '@nestjs/common';
import { type ErrorCode, Refusal, refusal } from '../domain/errors.js';
import { conditionOf, type HoldListAction, isChangedBy } from '../domain/holds/hold.js';
import type { PatronKey } from '../domain/patron.js';
import type { WantedSuspension } from '../domain/holds/suspension.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { HoldsService } from '../holds/holds.service.js';
import type { HeldTitle } from '../holds/holds.store.js';
import { asFailure, DatabaseUnavailable } from '../platform/database/failures.js';
import { SuspensionsService } from './suspensions.service.js';

export type SuspensionOutcome =
  'suspended' | 'alreadySuspended' | 'leftReady' | 'released' | 'notSuspended' | 'refused';

/** The result for one hold of a request about all holds. */
export interface TitleOutcome {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly outcome: SuspensionOutcome;
  /** A suspended hold, after its suspension. */
  readonly held?: HeldTitle;
  /** The reason for which nothing was done to the hold. */
  readonly refusal?: Refusal;
}

/** How a request treats each hold. */
interface BulkAction {
  readonly action: HoldListAction;
  /** The outcome of a hold that need not change. */
  readonly unchanged: SuspensionOutcome;
  /** Refusals that mean that another change has come first, and that the hold need not change. */
  readonly unchangedCodes: Readonly<Partial<Record<ErrorCode, SuspensionOutcome>>>;
  /** Ready holds stay as they are. */
  readonly keepsCopies?: boolean;
  readonly change: (title: TitleId) => Promise<Pick<TitleOutcome, 'outcome' | 'held'>>;
}

/**
 * A queue that another transaction has locked costs up to the lock timeout. After this time the rest is answered as refused, so that an
 * answer comes before clients and balancers give up, and before the request's idempotency key is free again.
 */
const MAX_WORK_MS = 10_000;

/**
 * Suspends or releases all holds of a patron. Each hold is changed in its own transaction: holding the locks of many queues at once would
 * make all other commands on them wait for the slowest (decision 6).
 */
@Injectable()
export class AllSuspensionsService {
  constructor(
    private readonly suspensions: SuspensionsService,
    private readonly holds: HoldsService,
  ) {}

  /**
   * Suspends each hold that is not suspended yet.
   * @param includeReady suspends ready ones too, whose copies go to the next in line
   * @returns what was done to each, the newest placed first
   */
  suspendAll(
    patron: PatronKey,
    suspension: WantedSuspension,
    includeReady: boolean,
  ): Promise<TitleOutcome[]> {
    const keepsCopies = !includeReady;
    const requested = { suspension, titlesNamed: [], emailAddress: undefined, keepsCopies };
    return this.changeAll(patron, {
      action: 'suspendAll',
      unchanged: 'alreadySuspended',
      unchangedCodes: { HoldAlreadySuspended: 'alreadySuspended', HoldReadyForCheckout: 'leftReady' },
      keepsCopies,
      change: async (title) => ({
        outcome: 'suspended',
        held: await this.suspensions.suspend(patron, title, requested),
      }),
    });
  }

  /**
   * Releases each suspended hold, the oldest first, which also get their copies first if the patron has a limit.
   * @returns what was done to each, the newest placed first
   */
  releaseAll(patron: PatronKey): Promise<TitleOutcome[]> {
    return this.changeAll(patron, {
      action: 'releaseAll',
      unchanged: 'notSuspended',
      unchangedCodes: { HoldNotSuspended: 'notSuspended' },
      change: async (title) => {
        await this.suspensions.release(patron, title);
        return { outcome: 'released' };
      },
    });
  }

  private async changeAll(patron: PatronKey, bulkAction: BulkAction): Promise<TitleOutcome[]> {
    const deadline = performance.now() + MAX_WORK_MS;
    const outcomes: TitleOutcome[] = [];
    const list = await this.holds.list(patron);
    const inOrder = bulkAction.action === 'releaseAll' ? list.toReversed() : list;
    // One after the other, as each of them locks the patron first.
    for (const held of inOrder) {
      const { reserveId, crossRefId } = held;
      const isLate = performance.now() > deadline;
      const done = isLate ? REFUSED_AS_BUSY : await outcomeOf(held, bulkAction);
      outcomes.push({ reserveId, crossRefId, ...done });
    }
    return inOrder === list ? outcomes : outcomes.toReversed();
  }
}

type HoldOutcome = Omit<TitleOutcome, 'reserveId' | 'crossRefId'>;

const REFUSED_AS_BUSY: HoldOutcome = { outcome: 'refused', refusal: refusal('ServiceUnavailable') };

async function outcomeOf(
  { hold, now, reserveId }: HeldTitle,
  { action, unchanged, unchangedCodes, keepsCopies = false, change }: BulkAction,
): Promise<HoldOutcome> {
  const condition = conditionOf(hold, now);
  if (!isChangedBy(action, condition)) return { outcome: unchanged };
  if (keepsCopies && condition === 'ready') return { outcome: 'leftReady' };
  try {
    return await change({ kind: 'reserveId', reserveId });
  } catch (error) {
    if (asFailure(error) instanceof DatabaseUnavailable) return REFUSED_AS_BUSY;
    if (!(error instanceof Refusal)) throw error;
    const found = unchangedCodes[error.code];
    return found === undefined ? { outcome: 'refused', refusal: error } : { outcome: found };
  }
}
