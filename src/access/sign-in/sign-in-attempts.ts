import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { Card } from './cards.store.js';
import {
  findCardRefusal,
  findRefusal,
  forgetAttempts,
  recordFailure,
  returnAttempt,
  type SignInSource,
  takeAttempt,
} from './sign-in-attempts.store.js';
import { type SignInEntry, SignInLimiter } from './sign-in-limiter.js';

/** An attempt to sign in with a PIN or a password. */
export interface SignInAttempt extends SignInEntry {
  /** The sources that its failure counts for, and that may refuse it. */
  readonly sources: readonly SignInSource[];
  /** The shelf, through which the public can try cards and PINs. */
  readonly place?: SignInSource;
  /** A PIN is short, so the attempts at its card are counted before it is verified. */
  readonly countedCard?: Card;
}

/** For so many seconds nothing is verified, because of the card or of a source. */
export interface SignInWait {
  readonly refused: 'wait';
  readonly of: 'card' | 'source';
  readonly seconds: number;
}

export type SignInOutcome<Success> = Success | { readonly refused: 'wrong' } | SignInWait;

/** Counts attempts, in all processes together. A refused attempt is not verified. */
export class SignInAttempts {
  private readonly limiter = new SignInLimiter();

  constructor(private readonly database: Database) {}

  /**
   * @param verify returns undefined for a wrong PIN or password
   * @param logWrong writes to the log, in the transaction that counts the failure
   * @throws Refusal `TooManyRequests` when too many sign-ins are in progress
   */
  run<Success extends object>(
    attempt: SignInAttempt,
    verify: () => Promise<Success | undefined>,
    logWrong?: (transaction: Connection) => Promise<void>,
  ): Promise<SignInOutcome<Success>> {
    return this.limiter.run<SignInOutcome<Success>>(
      attempt,
      () => this.findWait(attempt),
      async () => {
        const { countedCard } = attempt;
        const seconds = countedCard && (await takeAttempt(this.database, countedCard));
        if (seconds !== undefined) return { refused: 'wait', of: 'card', seconds };
        const success = await verify().catch(async (error: unknown) => {
          if (countedCard !== undefined) await returnAttempt(this.database, countedCard);
          throw error;
        });
        if (success === undefined) {
          await this.recordFailure(attempt, logWrong);
          return { refused: 'wrong' };
        }
        if (countedCard !== undefined) await forgetAttempts(this.database, countedCard);
        return success;
      },
    );
  }

  private async findWait({ sources, place, countedCard }: SignInAttempt): Promise<SignInWait | undefined> {
    const [ofSource, ofCard] = await Promise.all([
      findRefusal(this.database, sources, place),
      countedCard && findCardRefusal(this.database, countedCard),
    ]);
    if (ofCard !== undefined) return { refused: 'wait', of: 'card', seconds: ofCard };
    return ofSource === undefined ? undefined : { refused: 'wait', of: 'source', seconds: ofSource };
  }

  private async recordFailure(
    { sources, place }: SignInAttempt,
    log?: (transaction: Connection) => Promise<void>,
  ): Promise<void> {
    const counted = place === undefined ? sources : [...sources, place];
    if (log === undefined) return recordFailure(this.database, counted);
    await this.database.transaction(async (transaction) => {
      await recordFailure(transaction, counted);
      await log(transaction);
    });
  }
}
