import { ofPatron, ofTitle } from '../../platform/database/clock.store.js';
import { purge } from '../../platform/database/purge.js';
import { type Connection, statement, type StatementRunner } from '../../platform/database/statement.js';
import { isStillKnown } from './still-told.store.js';
import type { WebhookKey } from './webhooks.store.js';

/** What a receiver answered to an event. */
export interface Attempt {
  readonly eventId: string;
  readonly type: string;
  /** Null: there was no whole answer. */
  readonly status: number | null;
  /** Its first 500 characters. */
  readonly answer: string | null;
  /** The reason for having no answer. */
  readonly problem: string | null;
}

/** The patron of the event: attempts of a forgotten patron are deleted too. */
export interface NewAttempt extends Attempt {
  readonly patronId: number | null;
}

export interface PastAttempt extends Attempt {
  /** Rounded down to the hour for a patron's event, to the minute for others: neither times nor an order tie one to the other. */
  readonly at: Date;
}

const STILL_TOLD = isStillKnown({
  websiteId: 'w.website_id',
  type: 'given.type',
  patronId: 'given."patronId"',
  eventId: 'given."eventId"',
});

const INSERT = statement(
  'webhook-attempts-insert',
  `INSERT INTO webhook_attempt (webhook_id, website_id, event_id, type, patron_id, moment, status, answer, problem)
   SELECT w.webhook_id, w.website_id, given."eventId", given.type, given."patronId",
     CASE WHEN given."patronId" IS NULL THEN ${ofTitle('service_now()')} ELSE ${ofPatron('service_now()')} END,
     given.status, given.answer, given.problem
   FROM webhook w, jsonb_to_recordset($2::jsonb)
     AS given ("eventId" uuid, type text, "patronId" int, status int, answer text, problem text)
   WHERE w.webhook_id = $1 AND ${STILL_TOLD} FOR KEY SHARE OF w`,
);

export async function insertAttempts(
  connection: StatementRunner,
  webhookId: string,
  attempts: readonly NewAttempt[],
): Promise<void> {
  if (attempts.length > 0) await connection.run(INSERT, [webhookId, JSON.stringify(attempts)]);
}

/** The latest first. */
export async function listAttempts(
  { prisma }: Connection,
  { websiteId, webhookId }: WebhookKey,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PastAttempt[]> {
  const attempts = await prisma.webhookAttempt.findMany({
    where: { websiteId, webhookId },
    orderBy: [{ moment: 'desc' }, { attemptId: 'asc' }],
    take: limit,
    skip: offset,
    select: { eventId: true, type: true, moment: true, status: true, answer: true, problem: true },
  });
  return attempts.map(({ moment, ...attempt }) => ({ ...attempt, at: moment }));
}

/** The limit for each webhook. */
const ATTEMPTS_KEPT = 1_000;
const DAYS_KEPT = 7;

const PURGE = statement<{ one: number }>(
  'webhook-attempts-purge',
  `DELETE FROM webhook_attempt WHERE attempt_id IN (
     SELECT attempt_id FROM webhook w CROSS JOIN LATERAL (
       SELECT attempt_id, moment, row_number() OVER (ORDER BY moment DESC) AS rank FROM webhook_attempt a
       WHERE a.webhook_id = w.webhook_id) own
     WHERE own.rank > ${ATTEMPTS_KEPT} OR own.moment <= service_now() - interval '${DAYS_KEPT} days' LIMIT 10000)
   RETURNING 1 AS one`,
);

/** Deletes some attempts that are too old or too many. @returns how many */
export const purgeAttempts = purge(
  'webhook-attempts',
  async (connection) => (await connection.run(PURGE)).length,
);
