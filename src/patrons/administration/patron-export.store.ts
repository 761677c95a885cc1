import { listCheckouts, type BorrowedTitle } from '../../checkouts/checkouts.store.js';
import type { LendingPeriods } from '../../domain/lending-period.js';
import type { PatronKey } from '../../domain/patron.js';
import { type HeldTitle, listHolds } from '../../holds/holds.store.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';
import { listActionsAbout, type RecordedAction } from '../../staff/actions/action-log.store.js';
import { findStoredWithHolds, type StoredWithHold } from './hold-traces.store.js';

/** All columns of a patron except the PIN hash: it means nothing to the patron, and PINs could be guessed from it. */
const FIND = lookup<PatronExport['patron']>(
  'patron-export-find',
  `SELECT website_id AS "websiteId", patron_id AS "patronId", category, card_number AS "cardNumber",
     hold_limit AS "holdLimit", checkout_limit AS "checkoutLimit", last_hold_email AS "lastHoldEmail",
     lending_preferences AS "lendingPreferences", existing_patron AS "existingPatron", language, ready_at_most AS "readyAtMost"
   FROM patron LEFT JOIN pace USING (website_id, patron_id) WHERE website_id = $1 AND patron_id = $2`,
);

const HAS_PIN = lookup(
  'patron-export-pin',
  'SELECT 1 AS one FROM patron WHERE website_id = $1 AND patron_id = $2 AND pin_hash IS NOT NULL',
);

const TOKENS = statement<{ expiresAt: Date }>(
  'patron-export-tokens',
  'SELECT expires_at AS "expiresAt" FROM access_token WHERE website_id = $1 AND patron_id = $2',
);

const ANSWERS = statement<{ expiresAt: Date }>(
  'patron-export-answers',
  'SELECT expires_at AS "expiresAt" FROM idempotent_answer WHERE website_id = $1 AND patron_id = $2',
);

export interface PatronExport {
  readonly patron: {
    readonly websiteId: number;
    readonly patronId: number;
    readonly category: string;
    readonly cardNumber: string | null;
    readonly holdLimit: number | null;
    readonly checkoutLimit: number | null;
    readonly lastHoldEmail: string | null;
    readonly lendingPreferences: Partial<LendingPeriods>;
    readonly existingPatron: boolean;
    /** Of notices, as a language tag; null: the library's. */
    readonly language: string | null;
    /** How many holds the patron wants ready at the same time; null: as many as come. */
    readonly readyAtMost: number | null;
  };
  readonly hasPin: boolean;
  readonly tokenEnds: readonly Date[];
  readonly idempotencyKeyEnds: readonly Date[];
  readonly holds: readonly (HeldTitle & StoredWithHold)[];
  readonly checkouts: readonly BorrowedTitle[];
  /** What staff did for the patron. Who it was is the data of another person. */
  readonly staffActions: readonly Pick<RecordedAction, 'at' | 'action'>[];
}

/** Everything stored about a patron; undefined if there is no such patron. */
export async function findPatronExport(
  connection: Connection,
  key: PatronKey,
): Promise<PatronExport | undefined> {
  const values = [key.websiteId, key.patronId];
  const [patron] = await connection.run(FIND, values);
  if (patron === undefined) return undefined;
  const pin = await connection.run(HAS_PIN, values);
  const tokens = await connection.run(TOKENS, values);
  const answers = await connection.run(ANSWERS, values);
  return {
    patron,
    hasPin: pin.length > 0,
    tokenEnds: tokens.map(({ expiresAt }) => expiresAt),
    idempotencyKeyEnds: answers.map(({ expiresAt }) => expiresAt),
    holds: await listWholeHolds(connection, key),
    checkouts: await listCheckouts(connection, key),
    staffActions: await listActionsAbout(connection, key),
  };
}

async function listWholeHolds(connection: Connection, key: PatronKey): Promise<PatronExport['holds']> {
  const stored = await findStoredWithHolds(connection, key);
  const held = await listHolds(connection, key);
  return held.map((title) => ({ ...title, ...(stored.get(title.reserveId) ?? NOTHING_STORED) }));
}

const NOTHING_STORED: StoredWithHold = { events: [], toldLikely: null, toldLatest: null, toldByRules: [] };
