import type { Database } from '../../../../src/platform/database/database.js';
import { statement } from '../../../../src/platform/database/statement.js';
import { mustSucceed } from '../../../support/client.js';
import { HOLDS, ME } from '../../../support/paths.js';
import {
  category,
  collection,
  copies,
  library,
  patron,
  reserveIdOf,
  type TestRecord,
  title,
} from '../../../support/records.js';
import { type ServiceUnderTest, tokenOf } from '../../../support/service.js';
import { TestPatron, type TestTitle } from '../../../support/test-library.js';

/**
 * Titles in every condition that the commands need. Patrons 1 to 6 are adults, who may use both collections; 7 is a child,
 * who may use only `main`; 8 wants one hold ready at most.
 */
export const TITLE = {
  /** One copy: patron 1 is ready, 2 waits, 3 is suspended, 4 waits. */
  wanted: named(1),
  /** One copy, which patron 6 has borrowed; patron 4 waits. */
  lent: named(2),
  /** One copy, no hold. */
  free: named(3),
  /** No copy: patron 1 waits. */
  notOwned: named(4),
  /** One copy in `adults`: the child waits. */
  adultsOnly: named(5),
  /** One copy: patron 5 is suspended. */
  suspendedOnly: named(6),
  /** One copy: patron 1 has missed the pickup, and patron 2 waits. */
  missed: named(7),
  /** Two copies: the loan of patron 6 is over, and so is the suspension of patron 5. Patron 2 waits. */
  ended: named(8),
  /** Two copies: patron 6 has one on loan and the other one set aside to renew it; patron 4 waits. */
  renewed: named(9),
  /** One copy: patron 8 is ready. */
  paced: named(10),
  /** One copy, which is free: patron 8 waits, because of the pace. */
  heldBack: named(11),
  /** A licence for three loans at a time: patron 6 has one, and patron 4 is ready. */
  licensed: named(12),
  /** No copy: the last day of patron 4 is over. Patron 2 waits. */
  unneeded: named(13),
} as const;

function named(crossRefId: number): TestTitle {
  return { crossRefId, reserveId: reserveIdOf(crossRefId) };
}

export function licence({ reserveId }: TestTitle, members: object): TestRecord {
  const key = { websiteId: 37, collectionId: 'main', licenceId: 'year' };
  return { record: 'licence', ...key, reserveId, ...members };
}

const PATRONS = [1, 2, 3, 4, 5, 6, 7, 8];
export const CLIENT = { clientId: 'client', secret: 'secret-of-the-client' };
/** Of a browser of patron 4 that takes push messages. */
export const BROWSER_ID = 'b'.repeat(43);
/** Of patron 4, who has another one that waits for its code. */
const PHONE = '+491510000004';
export const CARD = { cardNumber: 'card', pin: '4711' };

const RECORDS: readonly TestRecord[] = [
  library({ renewalDays: 21 }),
  { record: 'settings', websiteId: 37, notices: { push: true } },
  collection('main'),
  collection('adults'),
  category('adult', ['adults', 'main']),
  category('child', ['main']),
  ...Object.values(TITLE).map(({ crossRefId }) => title(crossRefId)),
  ...[
    TITLE.wanted,
    TITLE.lent,
    TITLE.free,
    TITLE.suspendedOnly,
    TITLE.missed,
    TITLE.paced,
    TITLE.heldBack,
  ].map(({ crossRefId }) => copies(crossRefId, 1)),
  copies(TITLE.notOwned.crossRefId, 0),
  copies(TITLE.unneeded.crossRefId, 0),
  licence(TITLE.licensed, { concurrency: 3 }),
  copies(TITLE.adultsOnly.crossRefId, 1, 'adults'),
  copies(TITLE.adultsOnly.crossRefId, 0),
  copies(TITLE.ended.crossRefId, 2),
  copies(TITLE.renewed.crossRefId, 2),
  ...PATRONS.map((id) =>
    patron(id, {
      ...(id === 6 && CARD),
      ...(id === 7 && { category: 'child' }),
      ...(id === 4 && { phone: PHONE }),
    }),
  ),
  { record: 'client', ...CLIENT, websiteIds: [37] },
];

/** Every table that an attempt may change, in the order of their foreign keys. */
const TABLES = [
  'patron_category',
  'category_collection',
  'patron_directory',
  'patron',
  'push_subscription',
  'phone_code',
  'pace',
  'pace_review',
  'access_token',
  'title_queue',
  'copies',
  'licence',
  'hold',
  'watch',
  'queue_block',
  'queue_category',
  'queue_hand_over',
  'notice_failure',
  'notice_outbox',
  'ended_notice',
  'patron_event_outbox',
  'title_event_outbox',
  'event_stream',
  'event',
  'observation',
  'checkout',
  'withdrawn_title',
  'catalog_bookmark',
  'idempotent_answer',
  'service_clock',
];
const JOBS = 'graphile_worker._private_jobs';

const RESTORE = statement(
  'fixture-restore',
  `DO $$ BEGIN
     DELETE FROM pin_guessing;
     DELETE FROM ${JOBS};
     ${[...TABLES]
       .reverse()
       .map((table) => `DELETE FROM ${table};`)
       .join('\n')}
     ${TABLES.map((table) => `INSERT INTO ${table} TABLE fixture_${table};`).join('\n')}
   END $$`,
);

/** Fills the database of `service`, which must be empty. @returns the patrons' tokens by patron number */
export async function createFixture(service: ServiceUnderTest): Promise<ReadonlyMap<number, string>> {
  const { database } = service;
  await service.import(...RECORDS);
  const tokens = new Map<number, string>();
  for (const id of PATRONS) tokens.set(id, await tokenOf(database, id));
  const reader = (id: number): TestPatron => new TestPatron(service.url, tokens.get(id) ?? '', id);
  for (const [id, wanted] of PLACED) await mustSucceed(reader(id).place(wanted));
  await mustSucceed(reader(3).suspend(TITLE.wanted));
  await mustSucceed(reader(5).suspend(TITLE.suspendedOnly));
  await mustSucceed(reader(6).borrow(TITLE.lent));
  await mustSucceed(reader(4).place(TITLE.lent));
  await mustSucceed(reader(6).borrow(TITLE.renewed));
  await mustSucceed(reader(6).place(TITLE.renewed));
  await mustSucceed(reader(4).place(TITLE.renewed));
  await mustSucceed(reader(6).borrow(TITLE.ended));
  await mustSucceed(reader(5).place(TITLE.ended));
  await mustSucceed(reader(5).suspend(TITLE.ended, { suspensionType: 'limited', numberOfDays: 1 }));
  await mustSucceed(reader(1).place(TITLE.ended));
  await mustSucceed(reader(2).place(TITLE.ended));
  await mustSucceed(reader(6).borrow(TITLE.licensed));
  await mustSucceed(reader(4).place(TITLE.licensed));
  await mustSucceed(reader(8).put(PACE, { readyAtMost: 1 }));
  for (const wanted of [TITLE.paced, TITLE.heldBack]) await mustSucceed(reader(8).place(wanted));
  const alternative = { ignoreHoldEmail: true, alternativeTo: TITLE.renewed.reserveId };
  await mustSucceed(reader(6).place(TITLE.notOwned, alternative));
  await mustSucceed(reader(6).post(`${ME}/watches`, { id: TITLE.wanted.crossRefId }));
  for (const [index, sql] of [...IN_THE_PAST, ...COPIES].entries())
    await database.run(statement(`fixture-create-${index}`, sql));
  return tokens;
}

export const PACE = `${HOLDS}/pace`;

const PLACED: readonly (readonly [patronId: number, title: TestTitle])[] = [
  [1, TITLE.wanted],
  [2, TITLE.wanted],
  [3, TITLE.wanted],
  [4, TITLE.wanted],
  [1, TITLE.notOwned],
  [7, TITLE.adultsOnly],
  [5, TITLE.suspendedOnly],
  [1, TITLE.missed],
  [2, TITLE.missed],
  [4, TITLE.unneeded],
  [2, TITLE.unneeded],
];

/** As if the worker had sent all notices but that of patron 1. */
export const FORGET_OTHER_NOTICES = [
  `DELETE FROM notice_outbox WHERE reserve_id <> '${TITLE.wanted.reserveId}'`,
  `UPDATE hold SET notice_sent_for = expires_at WHERE reserve_id <> '${TITLE.wanted.reserveId}'`,
];

/** Moves times into the past: a missed pickup, a suspension and a loan that are over, and one row for each cleanup. */
const IN_THE_PAST = [
  `UPDATE hold SET expires_at = service_now() - interval '1 hour' WHERE reserve_id = '${TITLE.missed.reserveId}'
     AND expires_at IS NOT NULL`,
  `UPDATE hold SET suspended_until = service_now() - interval '1 hour' WHERE reserve_id = '${TITLE.ended.reserveId}'
     AND suspended_until IS NOT NULL`,
  `UPDATE hold SET not_needed_after = '2026-01-01', not_needed_from = service_now() - interval '1 hour'
     WHERE reserve_id = '${TITLE.unneeded.reserveId}' AND patron_id = 4`,
  `UPDATE checkout SET checked_out_at = service_now() - interval '14 days', expires_at = service_now() - interval '1 hour'
     WHERE reserve_id = '${TITLE.ended.reserveId}'`,
  `INSERT INTO access_token (token_hash, website_id, patron_id, expires_at)
     VALUES (sha256('ended'), 37, 1, service_now() - interval '1 hour')`,
  `INSERT INTO idempotent_answer (website_id, patron_id, key_hash, request_hash, sealed_answer, expires_at)
     VALUES (37, 1, sha256('key'), sha256('request'), 'answer', service_now() - interval '1 hour')`,
  `INSERT INTO catalog_bookmark (walk_hash, position, cursor, forget_at)
     VALUES (sha256('ended'), 25, 'cursor', service_now() - interval '1 hour')`,
  `INSERT INTO withdrawn_title (website_id, collection_id, reserve_id, cross_ref_id, title, format_class, withdrawn_at)
     VALUES (37, 'main', '${reserveIdOf(99)}', 99, 'Title 99', 'eBook', service_now() - interval '401 days')`,
  `INSERT INTO push_subscription (website_id, subscription_id, patron_id, endpoint, p256dh, auth, created_at)
     VALUES (37, '${BROWSER_ID}', 4, 'https://93.184.215.14/push/4', 'p256dh', 'auth', service_now())`,
  `INSERT INTO phone_code (website_id, patron_id, phone, code_hash, valid_until, tries, sent, counted_since)
     VALUES (37, 4, '+491510000005', 'hash', service_now() + interval '1 year', 0, 1, service_now()),
       (37, 5, '+491510000006', 'hash', service_now() - interval '2 days', 0, 1, service_now() - interval '2 days')`,
  `INSERT INTO queue_hand_over (website_id, reserve_id, ticket, collection_id, handed_over_at)
     VALUES (37, '${TITLE.wanted.reserveId}', 1, 'main', service_now() - interval '91 days')`,
  ...FORGET_OTHER_NOTICES,
];

/** Events have told of all this. */
const COPIES = [
  'DELETE FROM patron_event_outbox',
  'DELETE FROM title_event_outbox',
  'DELETE FROM pace_review',
  ...TABLES.map((table) => `CREATE TABLE fixture_${table} AS TABLE ${table}`),
];

/** Makes everything as `createFixture` left it. */
export async function restoreFixture(database: Database): Promise<void> {
  await database.run(RESTORE);
}

/** Times, random texts and hashes of PINs, which differ between two attempts that do the same. */
const NOT_COMPARED = [
  'placed_at',
  'watched_at',
  'created_at',
  'suspended_until',
  'copies_lost_at',
  'copy_gone_at',
  'copies_loss_ends_at',
  'expires_at',
  'extendable_to',
  'checked_out_at',
  'failed_at',
  'changed_at',
  'title_changed_at',
  'added_at',
  'popularity',
  'collection_token',
  'withdrawn_at',
  'written_at',
  'published_at',
  'forget_at',
  'handed_over_at',
  'ended_at',
  'event_id',
  'moment',
  // Events of one moment are in no order.
  'position',
  'week',
  'sealed_answer',
  'pin_hash',
];

const rowsOf = (table: string): string => {
  const row = `to_jsonb(t) - ARRAY['${NOT_COMPARED.join("', '")}']`;
  // The events of a hold without their times, and its alternatives instead of their random number.
  const events = `|| jsonb_build_object('trace', jsonb_path_query_array(t.trace, '$[*].event'), 'alternatives_id', (
    SELECT jsonb_agg(o.reserve_id ORDER BY o.reserve_id) FROM hold o WHERE o.alternatives_id = t.alternatives_id))`;
  return `SELECT '${table}' AS "table", ${row} ${table === 'hold' ? events : ''} AS row FROM ${table} t`;
};

/** A change that is repeated writes them again. */
const TOLD_AGAIN = ['access_token', 'patron_event_outbox', 'title_event_outbox', 'pace_review'];

const STORED = statement<{ table: string; row: unknown }>(
  'fixture-stored',
  [
    ...TABLES.filter((table) => !TOLD_AGAIN.includes(table)).map(rowsOf),
    `SELECT DISTINCT 'pace_review', to_jsonb(t) - 'written_at' - 'review_id' FROM pace_review t`,
    // A change that is repeated may be told again; the reports of imports are not compared, nor what tells of them, nor observed times.
    ...['patron_event_outbox', 'title_event_outbox'].map(
      (table) =>
        `SELECT DISTINCT '${table}', to_jsonb(t) - 'written_at' - 'number' #- '{detail,observed}' FROM ${table} t WHERE type <> 'records.imported'`,
    ),
    `SELECT 'job', payload::jsonb - 'expiresAt' FROM ${JOBS}`,
    `SELECT 'access_token', jsonb_build_object('patron', patron_id) FROM access_token WHERE patron_id IS NOT NULL`,
  ].join(' UNION ALL ') + ' ORDER BY 1, 2',
);

/** Everything that is stored, without times and random texts: one line for each row. */
export async function storedRows(database: Database): Promise<string[]> {
  const rows = await database.run(STORED);
  return rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`);
}

const UNDER_WAY = statement(
  'fixture-under-way',
  `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND backend_type = 'client backend' AND state <> 'idle'`,
);

/** Waits until the database has noticed that a session was cut off, and has rolled its transaction back. */
export async function sessionsAreIdle(database: Database): Promise<void> {
  while ((await database.run(UNDER_WAY)).length > 0) await new Promise((resolve) => setTimeout(resolve, 2));
}
