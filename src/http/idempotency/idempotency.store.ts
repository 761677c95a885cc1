import type { PatronKey } from '../../domain/patron.js';
import { ofPatron } from '../../platform/database/clock.store.js';
import { violatedConstraint } from '../../platform/database/failures.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** At least 24: answers are kept until the next full hour. They are kept for longer than the hold that they may be about. */
const ANSWER_HOURS = 25;

/** The patron was deleted, or merged into another, during the request. */
export class PatronIsGone extends Error {}

function rethrow(error: unknown): never {
  throw violatedConstraint(error) === 'idempotent_answer_patron_fkey' ? new PatronIsGone() : error;
}

/**
 * No transaction waits for this lock, so it needs no place in the lock order (decision 5). It reads the patron's row because a lock belongs to one
 * server: it is taken on the library's node, whichever node got the request.
 */
const TRY_LOCK = statement<{ locked: boolean }>(
  'idempotency-try-lock',
  'SELECT pg_try_advisory_xact_lock($3) AS locked FROM patron WHERE website_id = $1 AND patron_id = $2',
);

/**
 * @returns false if another transaction holds the lock of this key; otherwise this one holds it until it ends. A deleted patron has nothing to lock.
 */
export async function tryLockKey(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  keyHash: Buffer,
): Promise<boolean> {
  const values = [websiteId, patronId, keyHash.readBigInt64BE()];
  const [row] = await connection.run(TRY_LOCK, values);
  return row?.locked !== false;
}

export interface StoredAnswer {
  readonly requestHash: Buffer;
  /** Empty while the request is in progress in several transactions. */
  readonly sealedAnswer: Buffer;
}

/** A separate statement: one that also took the lock would not see what its last holder committed. */
export const findAnswer = statement<StoredAnswer>(
  'idempotency-find',
  `SELECT request_hash AS "requestHash", sealed_answer AS "sealedAnswer" FROM idempotent_answer
   WHERE website_id = $1 AND patron_id = $2 AND key_hash = $3 AND expires_at > service_now()`,
).first(({ websiteId, patronId }: PatronKey, keyHash: Buffer) => [websiteId, patronId, keyHash]);

const SAVE = statement(
  'idempotency-save',
  `INSERT INTO idempotent_answer AS a (website_id, patron_id, key_hash, request_hash, sealed_answer, expires_at)
   VALUES ($1, $2, $3, $4, $5, ${ofPatron(`service_now() + interval '${ANSWER_HOURS} hours'`)})
   ON CONFLICT (website_id, patron_id, key_hash) DO UPDATE
   SET request_hash = EXCLUDED.request_hash, sealed_answer = EXCLUDED.sealed_answer, expires_at = EXCLUDED.expires_at`,
);

/** Call it under the lock of the key. Replaces an expired answer. @throws PatronIsGone */
export async function saveAnswer(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  keyHash: Buffer,
  { requestHash, sealedAnswer }: StoredAnswer,
): Promise<void> {
  await connection.run(SAVE, [websiteId, patronId, keyHash, requestHash, sealedAnswer]).catch(rethrow);
}

/** Longer than any request takes. */
const CLAIM_SECONDS = 60;

/** Inserts a row without an answer, for a request in progress. Call it under the lock of the key, if no answer is stored. */
const CLAIM = statement(
  'idempotency-claim',
  `INSERT INTO idempotent_answer AS a (website_id, patron_id, key_hash, request_hash, sealed_answer, expires_at)
   VALUES ($1, $2, $3, $4, '', service_now() + interval '${CLAIM_SECONDS} seconds')
   ON CONFLICT (website_id, patron_id, key_hash) DO UPDATE
   SET request_hash = EXCLUDED.request_hash, sealed_answer = EXCLUDED.sealed_answer, expires_at = EXCLUDED.expires_at`,
);

/** @throws PatronIsGone */
export async function claimKey(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  keyHash: Buffer,
  requestHash: Buffer,
): Promise<void> {
  await connection.run(CLAIM, [websiteId, patronId, keyHash, requestHash]).catch(rethrow);
}

/** Removes the claim of a failed request, which may then be repeated at once. */
export const giveUpClaim = statement(
  'idempotency-give-up-claim',
  `DELETE FROM idempotent_answer
   WHERE website_id = $1 AND patron_id = $2 AND key_hash = $3 AND sealed_answer = ''`,
).execute(({ websiteId, patronId }: PatronKey, keyHash: Buffer) => [websiteId, patronId, keyHash]);

/** Deletes expired answers. @returns how many; at most a thousand at a time */
export const purgeAnswers = purgeOf({
  task: 'answers',
  table: 'idempotent_answer',
  key: { patron_id: 'int', key_hash: 'bytea' },
  find: `SELECT website_id, patron_id, key_hash FROM idempotent_answer
    WHERE expires_at <= (SELECT service_now()) ORDER BY expires_at LIMIT $1`,
});
