import type { PatronKey } from '../domain/patron.js';
import { purgeOf } from '../platform/database/purge.js';
import { DAY_MS, MINUTE_MS } from '../domain/durations.js';
import { type Connection, statement } from '../platform/database/statement.js';

const VALID_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;
export const MAX_CODES_A_DAY = 5;

/**
 * Counts a code that is to be sent.
 * @param now the service's time
 * @returns false if the patron had too many within a day
 */
export const countCode = statement(
  'phone-count-code',
  `INSERT INTO phone_code AS c (website_id, patron_id, valid_until, tries, sent, counted_since)
   SELECT p.website_id, p.patron_id, $3, 0, 1, $3 FROM patron p WHERE p.website_id = $1 AND p.patron_id = $2
   ON CONFLICT (website_id, patron_id) DO UPDATE SET
     sent = CASE WHEN c.counted_since > $4 THEN c.sent + 1 ELSE 1 END,
     counted_since = CASE WHEN c.counted_since > $4 THEN c.counted_since ELSE EXCLUDED.counted_since END
   WHERE c.sent < ${MAX_CODES_A_DAY} OR c.counted_since <= $4
   RETURNING 1 AS one`,
).any(({ websiteId, patronId }: PatronKey, now: Date) => [
  ...[websiteId, patronId],
  ...[now, new Date(now.getTime() - DAY_MS)],
]);

/** A code that was sent to a number replaces the one before it. */
export async function startCode(
  { prisma }: Connection,
  patron: PatronKey,
  { phone, codeHash }: PendingCode,
  now: Date,
): Promise<void> {
  const validUntil = new Date(now.getTime() + VALID_MS);
  await prisma.phoneCode.updateMany({
    where: keyOf(patron),
    data: { phone, codeHash, validUntil, tries: 0 },
  });
}

/** SQL for "the code `c` may still be typed". */
export const IS_PENDING = `c.code_hash IS NOT NULL AND c.phone IS NOT NULL AND c.valid_until > service_now() AND c.tries < ${MAX_TRIES}`;

/** A code that may still be typed. */
export interface PendingCode {
  readonly phone: string;
  readonly codeHash: string;
}

/** Counts a try, before the code is compared. Undefined if there is no code, or it was tried too often. */
export const countTry = statement<PendingCode>(
  'phone-count-try',
  `UPDATE phone_code c SET tries = c.tries + 1 WHERE c.website_id = $1 AND c.patron_id = $2 AND ${IS_PENDING}
   RETURNING c.phone, c.code_hash AS "codeHash"`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** A code is used once, and not if another has replaced it meanwhile. */
const USE_CODE = statement(
  'phone-use-code',
  `UPDATE phone_code SET code_hash = NULL, phone = NULL
   WHERE website_id = $1 AND patron_id = $2 AND code_hash = $3 RETURNING 1 AS one`,
).any(({ websiteId, patronId }: PatronKey, { codeHash }: PendingCode) => [websiteId, patronId, codeHash]);

/** The number becomes the patron's. @returns false if the code was used or replaced meanwhile */
export async function confirmPhone(
  connection: Connection,
  patron: PatronKey,
  code: PendingCode,
): Promise<boolean> {
  if (!(await USE_CODE(connection, patron, code))) return false;
  await connection.prisma.patron.updateMany({ where: keyOf(patron), data: { phone: code.phone } });
  return true;
}

/** Removes the number, one that waits for its code, and the wish to be told by it. */
export async function removePhone({ prisma }: Connection, patron: PatronKey): Promise<void> {
  const where = keyOf(patron);
  await prisma.patron.updateMany({ where, data: { phone: null, noticesBy: null } });
  await prisma.phoneCode.updateMany({ where, data: { phone: null, codeHash: null } });
}

const keyOf = ({ websiteId, patronId }: PatronKey): PatronKey => ({ websiteId, patronId });

/** Deletes what is no longer counted. @returns how many; at most a thousand */
export const purgePhoneCodes = purgeOf({
  task: 'phone-codes',
  table: 'phone_code',
  key: { patron_id: 'int' },
  find: `SELECT website_id, patron_id FROM phone_code
    WHERE counted_since <= (SELECT service_now()) - interval '1 day' AND valid_until <= (SELECT service_now())
    ORDER BY counted_since LIMIT $1`,
});
