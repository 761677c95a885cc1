import { createHash } from 'node:crypto';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** A library card, as it was typed. */
export interface Card {
  readonly websiteId: number;
  readonly cardNumber: string;
}

export interface CardHolder {
  readonly patronId: number;
  /** Null: the patron has no PIN. */
  readonly pinHash: string | null;
  /** The library allows no sign-in without a PIN. */
  readonly pinRequired: boolean;
}

const FIND_HOLDER = statement<CardHolder>(
  'cards-find-holder',
  `SELECT p.patron_id AS "patronId", p.pin_hash AS "pinHash", l.pin_required AS "pinRequired"
   FROM patron p JOIN library l USING (website_id) WHERE p.website_id = $1 AND p.card_number = $2`,
);

export async function findCardHolder(
  connection: Connection,
  { websiteId, cardNumber }: Card,
): Promise<CardHolder | undefined> {
  const [holder] = await connection.run(FIND_HOLDER, [websiteId, cardNumber]);
  return holder;
}

const HAS_PIN_HASH = statement<{ hasPinHash: boolean }>(
  'cards-has-pin-hash',
  `SELECT pin_hash IS NOT DISTINCT FROM $3 AS "hasPinHash" FROM patron
   WHERE website_id = $1 AND patron_id = $2 FOR SHARE`,
);

/** Whether this is still the hash of the patron's PIN. Waits for a change that is under way. */
export async function hasPinHash(
  connection: Connection,
  websiteId: number,
  { patronId, pinHash }: CardHolder,
): Promise<boolean> {
  const [row] = await connection.run(HAS_PIN_HASH, [websiteId, patronId, pinHash]);
  return row?.hasPinHash === true;
}

const REPLACE_PIN_HASH = statement(
  'cards-replace-pin-hash',
  `UPDATE patron SET pin_hash = $4 WHERE website_id = $1 AND patron_id = $2 AND pin_hash = $3 RETURNING 1 AS one`,
);

/** Another hash of the same PIN. @returns the holder as stored now: unchanged, if the PIN was changed meanwhile */
export async function replacePinHash(
  connection: Connection,
  websiteId: number,
  holder: CardHolder,
  pinHash: string,
): Promise<CardHolder> {
  const { patronId, pinHash: earlier } = holder;
  const replaced = await connection.run(REPLACE_PIN_HASH, [websiteId, patronId, earlier, pinHash]);
  return replaced.length === 1 ? { ...holder, pinHash } : holder;
}

/** After so many wrong PINs within this time a card is refused, for the same time. */
const GUESSING_MS = 15 * 60 * 1000;
const MAX_WRONG_PINS = 10;

/**
 * Counts the attempt before the PIN is checked, so at most ten of many concurrent attempts are checked, in all processes
 * together. Any fifteen minutes count, not only those since the first attempt. A refused attempt changes nothing.
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

const SECONDS_LEFT = statement<{ seconds: number }>(
  'cards-seconds-left',
  `SELECT greatest(ceil(extract(epoch FROM forget_at - service_now()))::int, 1) AS seconds
   FROM pin_guessing
   WHERE website_id = $1 AND card_hash = $2 AND cardinality(attempted_at) >= ${MAX_WRONG_PINS} AND forget_at > service_now()`,
);

/** For how many seconds the card is refused whatever the PIN is; undefined if it is not. Counts nothing. */
export async function findCardRefusal(connection: Connection, card: Card): Promise<number | undefined> {
  const [left] = await connection.run(SECONDS_LEFT, [card.websiteId, hashOf(card)]);
  return left?.seconds;
}

/** @returns undefined when the PIN may be looked at, else for how many seconds the card is refused */
export async function takeAttempt(connection: Connection, card: Card): Promise<number | undefined> {
  const key = [card.websiteId, hashOf(card)];
  const now = await readServiceTime(connection);
  const [first, last] = [-GUESSING_MS, GUESSING_MS].map((by) => new Date(now.getTime() + by));
  const taken = await connection.run(TAKE_ATTEMPT, [...key, now, first, last]);
  if (taken.length === 1) return undefined;
  return (await findCardRefusal(connection, card)) ?? 1;
}

const FORGET_ATTEMPTS = statement(
  'cards-forget-attempts',
  'DELETE FROM pin_guessing WHERE website_id = $1 AND card_hash = $2',
);

/** After the right PIN. */
export async function forgetAttempts(connection: Connection, card: Card): Promise<void> {
  await connection.run(FORGET_ATTEMPTS, [card.websiteId, hashOf(card)]);
}

/** Deletes attempts that no longer count. @returns how many; at most a thousand at a time */
export const purgeAttempts = purgeOf({
  name: 'cards-purge-attempts',
  table: 'pin_guessing',
  key: { card_hash: 'bytea' },
  find: `SELECT website_id, card_hash FROM pin_guessing
    WHERE forget_at <= (SELECT service_now()) ORDER BY forget_at LIMIT $1`,
});

/** A patron may have mistyped a card number: only its hash is stored. */
function hashOf({ cardNumber }: Card): Buffer {
  return createHash('sha256').update(cardNumber).digest();
}
