import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { OutcomeUnknown } from '../../platform/database/failures.js';
import { Database } from '../../platform/database/database.js';
import { type Connection, type Transactions, within } from '../../platform/database/statement.js';
import type { KeyedRequest } from './idempotency-key.js';
import {
  claimKey,
  findAnswer,
  giveUpClaim,
  PatronIsGone,
  saveAnswer,
  tryLockKey,
} from './idempotency.store.js';
import { AnswerSeal } from './sealed-answer.js';

/** Gives a repeated request the answer of the first one (contract: #idempotency, decision 9). */
@Injectable()
export class IdempotencyService {
  constructor(private readonly database: Database) {}

  /**
   * The record that `work` answers with. For a request with a key, the answer is stored in the transaction of the change, for 24 hours. A refusal
   * changes nothing and is not stored.
   * @param fields the request as it was read; equal for equal requests
   * @param work makes its change on the given transaction
   * @throws Refusal `RequestInProgress`, `IdempotencyKeyReused`; `Unauthorized` when the patron was deleted meanwhile
   */
  answerOnce<Record extends object>(
    patron: PatronKey,
    request: KeyedRequest | undefined,
    fields: object,
    work: (database: Transactions) => Promise<Record>,
  ): Promise<Record> {
    if (request === undefined) return work(this.database);
    const seal = new AnswerSeal(patron, request.key);
    const { keyHash } = seal;
    const requestHash = seal.hashRequest(request.path, fields);
    const answer = (): Promise<Record> =>
      this.database.transaction(async (connection) => {
        const stored = await lockAndFind(connection, patron, keyHash, requestHash);
        if (stored !== undefined) return seal.open(stored) as Record;
        const record = await work(within(connection));
        await saveAnswer(connection, patron, keyHash, { requestHash, sealedAnswer: seal.close(record) });
        return record;
      });
    // If the answer was stored although its COMMIT got no answer, the second try finds it.
    return answer()
      .catch((error: unknown) => {
        if (error instanceof OutcomeUnknown) return answer();
        throw error;
      })
      .catch(refuseWithoutPatron);
  }

  /**
   * Like `answerOnce`, for work in several transactions. Its change and its answer cannot be stored together, so the key is claimed before the work.
   * If the process dies in between, the claim ends after a minute, and the repeated request runs again, so `work` must complete an earlier attempt.
   * @throws Refusal `RequestInProgress`, `IdempotencyKeyReused`; `Unauthorized` when the patron was deleted meanwhile
   */
  async answerInSteps<Record extends object>(
    patron: PatronKey,
    request: KeyedRequest | undefined,
    fields: object,
    work: () => Promise<Record>,
  ): Promise<Record> {
    if (request === undefined) return work();
    const seal = new AnswerSeal(patron, request.key);
    const { keyHash } = seal;
    const requestHash = seal.hashRequest(request.path, fields);
    const earlier = await this.database
      .transaction(async (connection) => {
        const stored = await lockAndFind(connection, patron, keyHash, requestHash);
        if (stored === undefined) await claimKey(connection, patron, keyHash, requestHash);
        return stored;
      })
      .catch(refuseWithoutPatron);
    if (earlier !== undefined) return seal.open(earlier) as Record;
    try {
      const record = await work();
      await saveAnswer(this.database, patron, keyHash, { requestHash, sealedAnswer: seal.close(record) });
      return record;
    } catch (error) {
      // If this fails too, the claim ends by itself.
      await giveUpClaim(this.database, patron, keyHash).catch(() => undefined);
      return refuseWithoutPatron(error);
    }
  }
}

function refuseWithoutPatron(error: unknown): never {
  if (error instanceof PatronIsGone)
    throw new Refusal('Unauthorized', 'The patron of this token is no longer known.');
  throw error;
}

/**
 * Locks the key until the transaction ends, and finds the stored answer.
 * @throws Refusal `RequestInProgress`, `IdempotencyKeyReused`
 */
async function lockAndFind(
  connection: Connection,
  patron: PatronKey,
  keyHash: Buffer,
  requestHash: Buffer,
): Promise<Buffer | undefined> {
  if (!(await tryLockKey(connection, patron, keyHash))) throw refusal('RequestInProgress');
  const stored = await findAnswer(connection, patron, keyHash);
  if (stored?.requestHash.equals(requestHash) === false) throw refusal('IdempotencyKeyReused');
  if (stored?.sealedAnswer.length === 0) throw refusal('RequestInProgress');
  return stored?.sealedAnswer;
}
