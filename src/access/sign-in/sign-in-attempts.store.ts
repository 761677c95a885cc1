import { createHash } from 'node:crypto';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { purgeOf, purgeSharedOf } from '../../platform/database/purge.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';
import type { Card } from './cards.store.js';

/** What failed sign-ins are counted for: a client, a range of addresses, or an account of staff. */
export interface SignInSource {
  readonly kind:
    'client' | 'shelf' | 'address' | 'staff-account' | 'staff-address' | 'staff-account-from-address';
  readonly name: string;
  /** How many it may have in 15 minutes; 0 for no limit. */
  readonly maxFailures: number;
  /** The limit once the sign-in page as a whole has too many failures; absent: the same. */
  readonly maxFailuresInAttack?: number;
}

const PERIOD = `interval '15 minutes'`;

const COUNT = lookup<CountRow>(
  'failed-sign-ins-count',
  `SELECT source_hash AS "sourceHash", sum(count)::int AS failures,
     ceil(extract(epoch FROM min(minute) + ${PERIOD} - service_now()))::int AS "secondsLeft"
   FROM failed_sign_ins WHERE source_hash = ANY($1) AND minute > service_now() - ${PERIOD} GROUP BY source_hash`,
);

interface CountRow {
  readonly sourceHash: Buffer;
  readonly failures: number;
  readonly secondsLeft: number;
}

/**
 * How many more seconds one of the sources is refused; undefined if none is.
 * @param place the shelf, where all patrons sign in without a secret. It is never refused: that would shut out all of them
 */
export async function findRefusal(
  connection: Connection,
  sources: readonly SignInSource[],
  place?: SignInSource,
): Promise<number | undefined> {
  const limited = (place === undefined ? sources : [...sources, place]).filter(
    ({ maxFailures, maxFailuresInAttack = 0 }) => maxFailures > 0 || maxFailuresInAttack > 0,
  );
  if (limited.length === 0) return undefined;
  const rows = await connection.run(COUNT, [limited.map(hashOf)]);
  const secondsOf = (source: SignInSource, maxFailures = source.maxFailures): number[] => {
    const row = rows.find(({ sourceHash }) => hashOf(source).equals(sourceHash));
    return row !== undefined && maxFailures > 0 && row.failures >= maxFailures
      ? [Math.max(1, row.secondsLeft)]
      : [];
  };
  const isAttacked = place !== undefined && secondsOf(place).length > 0;
  const seconds = sources.flatMap((source) =>
    secondsOf(source, isAttacked ? source.maxFailuresInAttack : undefined),
  );
  return seconds.length === 0 ? undefined : Math.max(...seconds);
}

/** Locks in the order of the hashes, so that two processes never wait for each other. */
export const recordFailure = statement(
  'failed-sign-ins-record',
  `INSERT INTO failed_sign_ins AS f (source_hash, minute, count)
   SELECT source_hash, date_trunc('minute', service_now()), 1 FROM unnest($1::bytea[]) AS source_hash ORDER BY 1
   ON CONFLICT (source_hash, minute) DO UPDATE SET count = f.count + 1`,
).execute((sources: readonly SignInSource[]) => [sources.map(hashOf)]);

/** @returns how many were deleted; at most a thousand at a time */
export const purgeFailedSignIns = purgeSharedOf({
  task: 'failed-sign-ins',
  table: 'failed_sign_ins',
  key: ['source_hash', 'minute'],
  isOver: `minute <= (SELECT service_now() - ${PERIOD})`,
});

/** An address is personal data: only its hash is stored. */
function hashOf({ kind, name }: SignInSource): Buffer {
  return createHash('sha256').update(`${kind} ${name}`).digest();
}

/** After ten wrong PINs within this time a card is refused for the same time. */
const GUESSING_MS = 15 * 60 * 1000;
const MAX_WRONG_PINS = 10;

/**
 * Counts the attempt before the PIN is checked, so that at most ten of many concurrent attempts are checked, in all processes together. Any
 * fifteen minutes count, not only those since the first attempt. A refused attempt changes nothing.
 */
const TAKE_ATTEMPT = statement(
  'cards-take-attempt',
  `INSERT INTO pin_guessing AS g (website_id, card_hash, attempted_at, forget_at)
   SELECT website_id, $2, ARRAY[$3::timestamptz], $5::timestamptz
   FROM library WHERE website_id = $1 FOR KEY SHARE
   ON CONFLICT (website_id, card_hash) DO UPDATE SET
     attempted_at = ARRAY(
       SELECT earlier FROM unnest(g.attempted_at) earlier WHERE earlier > $4
     ) || EXCLUDED.attempted_at,
     forget_at = EXCLUDED.forget_at
   WHERE cardinality(g.attempted_at) < ${MAX_WRONG_PINS} OR g.forget_at <= $3
   RETURNING 1 AS one`,
);

/** How many more seconds the card is refused, whatever the PIN; undefined if it is not. It counts nothing. */
export const findCardRefusal = statement<{ seconds: number }>(
  'cards-seconds-left',
  `SELECT greatest(ceil(extract(epoch FROM forget_at - service_now()))::int, 1) AS seconds
   FROM pin_guessing
   WHERE website_id = $1 AND card_hash = $2 AND cardinality(attempted_at) >= ${MAX_WRONG_PINS} AND forget_at > service_now()`,
).value('seconds', (card: Card) => [card.websiteId, hashOfCard(card)]);

/** @returns undefined when the PIN may be checked, else for how many seconds the card is refused */
export async function takeAttempt(connection: Connection, card: Card): Promise<number | undefined> {
  const key = [card.websiteId, hashOfCard(card)];
  const now = await readServiceTime(connection);
  const [first, last] = [-GUESSING_MS, GUESSING_MS].map((by) => new Date(now.getTime() + by));
  const taken = await connection.run(TAKE_ATTEMPT, [...key, now, first, last]);
  if (taken.length === 1) return undefined;
  return (await findCardRefusal(connection, card)) ?? 1;
}

const RETURN_ATTEMPT = statement(
  'cards-return-attempt',
  `UPDATE pin_guessing SET attempted_at = trim_array(attempted_at, 1)
   WHERE website_id = $1 AND card_hash = $2 AND cardinality(attempted_at) > 1 RETURNING 1 AS one`,
);

/** Takes the attempt back: the PIN could not be checked. */
export async function returnAttempt(connection: Connection, card: Card): Promise<void> {
  const returned = await connection.run(RETURN_ATTEMPT, [card.websiteId, hashOfCard(card)]);
  if (returned.length === 0) await forgetAttempts(connection, card);
}

/** Called after the right PIN. */
export const forgetAttempts = statement(
  'cards-forget-attempts',
  'DELETE FROM pin_guessing WHERE website_id = $1 AND card_hash = $2',
).execute((card: Card) => [card.websiteId, hashOfCard(card)]);

/**
 * Deletes attempts that no longer count.
 * @returns how many; at most a thousand at a time
 */
export const purgeAttempts = purgeOf({
  task: 'pin-attempts',
  table: 'pin_guessing',
  key: { card_hash: 'bytea' },
  find: `SELECT website_id, card_hash FROM pin_guessing
    WHERE forget_at <= (SELECT service_now()) ORDER BY forget_at LIMIT $1`,
});

/** Only a hash is stored: the number may be mistyped. The case makes no difference, so that another case gives no more guesses. */
function hashOfCard({ cardNumber }: Card): Buffer {
  return createHash('sha256').update(cardNumber.toLowerCase()).digest();
}
