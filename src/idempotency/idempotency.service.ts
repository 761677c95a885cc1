import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { OutcomeUnknown } from '../platform/database/failures.js';
import { Database } from '../platform/database/database.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
import type { KeyedRequest } from './idempotency-key.js';
import { findAnswer, saveAnswer, tryLockKey } from './idempotency.store.js';
import { AnswerSeal } from './sealed-answer.js';

/** Gives a request that is sent again the answer of the first one (contract: #idempotency, decision 37). */
@Injectable()
export class IdempotencyService {
  constructor(private readonly database: Database) {}

  /**
   * The record that `work` answers with. For a request with a key, the answer is stored in the transaction of the change,
   * for 24 hours. A refusal changes nothing and is not stored.
   * @param fields the request, as it was read; must be the same for the same request
   * @param work makes its change on what it is given
   * @throws Refusal `RequestInProgress`, `IdempotencyKeyReused`
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
        if (!(await tryLockKey(connection, keyHash))) throw refusal('RequestInProgress');
        const stored = await findAnswer(connection, patron, keyHash);
        if (stored?.requestHash.equals(requestHash) === false) throw refusal('IdempotencyKeyReused');
        if (stored !== undefined) return seal.open(stored.sealedAnswer) as Record;
        const record = await work(within(connection));
        await saveAnswer(connection, patron, keyHash, { requestHash, sealedAnswer: seal.close(record) });
        return record;
      });
    // If the answer was stored although its COMMIT got none, the second try finds it.
    return answer().catch((error: unknown) => {
      if (error instanceof OutcomeUnknown) return answer();
      throw error;
    });
  }
}

/** A transaction that is open already. What runs in it is rolled back with it when it is refused. */
function within(connection: Connection): Transactions {
  return { run: (...query) => connection.run(...query), transaction: (work) => work(connection) };
}
