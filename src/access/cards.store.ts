import { createHash } from 'node:crypto';
import { type Connection, statement } from '../platform/database/statement.js';

/** A library card, as somebody typed it. */
export interface Card {
  readonly websiteId: number;
  readonly cardNumber: string;
}

export interface CardHolder {
  readonly patronId: number;
  /** Null: the patron has no PIN. */
  readonly pinHash: string | null;
  /** The library lets nobody in without a PIN. */
  readonly pinRequired: boolean;
}

const FIND_HOLDER = statement(
  'cards-find-holder',
  `SELECT p.patron_id AS "patronId", p.pin_hash AS "pinHash", l.pin_required AS "pinRequired"
   FROM patron p JOIN library l USING (website_id) WHERE p.website_id = $1 AND p.card_number = $2`,
);

export async function findCardHolder(
  connection: Connection,
  { websiteId, cardNumber }: Card,
): Promise<CardHolder | undefined> {
  const [holder] = await connection.run<CardHolder>(FIND_HOLDER, [websiteId, cardNumber]);
  return holder;
}

/** Wrong PINs within this time count together, and a card is refused for as long. */
const GUESSING_MINUTES = 15;
export const GUESSING_SECONDS = GUESSING_MINUTES * 60;
const MOST_WRONG_PINS = 10;

/** SQL: the stretch of attempts `g` ended fifteen minutes after its first, or its refusal fifteen minutes after it began. */
const IS_OVER = `COALESCE(g.refused_until, g.first_attempt_at + make_interval(mins => ${GUESSING_MINUTES}))
    <= service_now()`;

/** Counts the attempt before its PIN is looked at: of many at once, no more than ten are looked at. */
const TAKE_ATTEMPT = statement(
  'cards-take-attempt',
  `INSERT INTO pin_guessing AS g (website_id, card_hash, attempts, first_attempt_at)
   SELECT website_id, $2, 1, service_now() FROM library WHERE website_id = $1
   ON CONFLICT (website_id, card_hash) DO UPDATE SET
     attempts = CASE WHEN ${IS_OVER} THEN 1 ELSE LEAST(g.attempts + 1, ${MOST_WRONG_PINS + 1}) END,
     first_attempt_at = CASE WHEN ${IS_OVER} THEN service_now() ELSE g.first_attempt_at END,
     refused_until = CASE WHEN ${IS_OVER} THEN NULL
       WHEN g.refused_until IS NULL AND g.attempts >= ${MOST_WRONG_PINS}
       THEN service_now() + make_interval(mins => ${GUESSING_MINUTES}) ELSE g.refused_until END
   RETURNING attempts <= ${MOST_WRONG_PINS} AS allowed`,
);

/** @returns false when the card is refused for now */
export async function takeAttempt(connection: Connection, card: Card): Promise<boolean> {
  const [taken] = await connection.run<{ allowed: boolean }>(TAKE_ATTEMPT, [card.websiteId, hashOf(card)]);
  return taken?.allowed === true;
}

const FORGET_ATTEMPTS = statement(
  'cards-forget-attempts',
  'DELETE FROM pin_guessing WHERE website_id = $1 AND card_hash = $2',
);

/** After the right PIN. */
export async function forgetAttempts(connection: Connection, card: Card): Promise<void> {
  await connection.run(FORGET_ATTEMPTS, [card.websiteId, hashOf(card)]);
}

const PURGE = statement(
  'cards-purge-attempts',
  `DELETE FROM pin_guessing WHERE (website_id, card_hash) IN (
     SELECT website_id, card_hash FROM pin_guessing
     WHERE first_attempt_at <= (SELECT service_now()) - make_interval(mins => ${GUESSING_MINUTES})
       AND COALESCE(refused_until, first_attempt_at) <= (SELECT service_now())
     LIMIT 1000 FOR UPDATE SKIP LOCKED)
   RETURNING 1 AS one`,
);

/** @returns how many were deleted; at most a thousand at a time */
export async function purgeAttempts(connection: Connection): Promise<number> {
  return (await connection.run(PURGE)).length;
}

function hashOf({ cardNumber }: Card): Buffer {
  return createHash('sha256').update(cardNumber).digest();
}
