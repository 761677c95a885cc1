import { REALISTIC_LIBRARY, UNIFORM_LIBRARY } from './plan.mjs';

/** E-mail address of the benchmark's own holds, which identifies those left by an interrupted run. */
export const BENCH_EMAIL = 'bench@example.org';

export const HAS_VERSION = `SELECT to_regclass('bench.kept') IS NOT NULL AS exists`;
// Pickups and suspensions of the loaded holds end a year after the load, so an older library must not be reused.
export const READ_VERSION = `SELECT version FROM bench.kept WHERE loaded_at > now() - interval '60 days'`;
export const SAVE_VERSION = `INSERT INTO bench.kept VALUES ($1, now())`;

/** Building these after the rows takes a fraction of the time. Primary keys stay: rows are inserted in their order. */
export const INDEXES_TO_BUILD_AFTERWARDS = `
  SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
  WHERE i.schemaname = 'public'
    AND i.tablename IN ('hold', 'checkout', 'access_token', 'title', 'copies', 'patron')
    AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)
    AND NOT EXISTS (SELECT FROM pg_constraint c JOIN pg_class x ON x.oid = c.conindid WHERE x.relname = i.indexname)`;

/** Turns off foreign key checks. The statements themselves satisfy the constraints, and the doctor checks the result. */
export const PREPARE = `
  SET session_replication_role = replica;
  SET maintenance_work_mem = '512MB';
  SET work_mem = '256MB';
  SET synchronous_commit = off;
  CREATE SCHEMA bench;
  CREATE TABLE bench.kept (version text NOT NULL, loaded_at timestamptz NOT NULL);
  CREATE TABLE bench.queue (cross_ref_id int PRIMARY KEY, reserve_id uuid NOT NULL, website_id int NOT NULL,
    length int NOT NULL, first_patron int NOT NULL, patrons int NOT NULL, shift int NOT NULL,
    first_borrower int NOT NULL, borrowers int NOT NULL, borrower_shift int NOT NULL, loans int NOT NULL, ready int NOT NULL)`;

/** Visits all patrons in steps of a prime, so that neighbors are far apart. The prime divides no number of patrons. */
const SCATTERED = (first, position, number) =>
  `(${first} + ((${position})::bigint * 104729 % ${number})::int)`;
const PATRON = SCATTERED('q.first_patron', 'q.shift + position', 'q.patrons');
const BORROWER = SCATTERED('q.first_borrower', 'q.borrower_shift + loan', 'q.borrowers');

/** Every ninth ticket is missing, as in a queue that some patrons have left. */
const TICKET = (position) => `(${position} + ${position} / 8 + 1)`;

const CATEGORY = (patronId) => `CASE WHEN ${patronId} % 5 = 0 THEN 'child' ELSE 'adult' END`;

/** The members of a planned queue, in the order of PLAN's parameters. */
export const PLANNED = [
  ...['websiteId', 'length', 'firstPatron', 'patrons', 'shift'],
  ...['firstBorrower', 'borrowers', 'borrowerShift'],
];

/** One copy per 20 holds. In every tenth queue one copy is set aside for the first in line; all others are on loan. */
export const PLAN = `
  INSERT INTO bench.queue
  SELECT number, md5('title ' || number)::uuid, website_id, length, first_patron, patrons, shift,
    first_borrower, borrowers, borrower_shift,
    LEAST(1 + length / 20, CASE website_id WHEN ${REALISTIC_LIBRARY} THEN patrons - length ELSE borrowers END, 500), CASE WHEN number % 10 = 0 AND length > 0 THEN 1 ELSE 0 END
  FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[]) WITH ORDINALITY
    AS plan (website_id, length, first_patron, patrons, shift, first_borrower, borrowers, borrower_shift, number)`;

const LIBRARIES = `(VALUES (${REALISTIC_LIBRARY}), (${UNIFORM_LIBRARY})) AS l (website_id)`;

export const STEPS = [
  `INSERT INTO library (website_id, name) SELECT website_id, 'Library ' || website_id FROM ${LIBRARIES}`,
  `INSERT INTO collection (website_id, collection_id, name)
   SELECT website_id, id, id FROM ${LIBRARIES}, unnest(ARRAY['main', 'adults']) AS id`,
  `INSERT INTO patron_category (website_id, category, collection_token)
   SELECT website_id, category, 'L' || website_id || category
   FROM ${LIBRARIES}, unnest(ARRAY['adult', 'child']) AS category`,
  `INSERT INTO category_collection (website_id, category, collection_id)
   SELECT website_id, category, id
   FROM ${LIBRARIES}, (VALUES ('adult', 'main'), ('adult', 'adults'), ('child', 'main')) AS c (category, id)`,
  `CREATE TABLE bench.patron AS
   SELECT DISTINCT website_id, generate_series(first_patron, first_patron + patrons - 1) AS patron_id
   FROM (SELECT DISTINCT website_id, first_patron, patrons FROM bench.queue) ranges ORDER BY patron_id`,
  `INSERT INTO patron_directory (patron_id, website_id) SELECT patron_id, website_id FROM bench.patron`,
  `INSERT INTO patron (website_id, patron_id, category, card_number, last_hold_email, existing_patron)
   SELECT website_id, patron_id, ${CATEGORY('patron_id')}, 'B' || patron_id,
     'reader-' || patron_id || '@example.org', true FROM bench.patron`,
  `INSERT INTO access_token (token_hash, website_id, patron_id, expires_at)
   SELECT sha256(convert_to('bench-token-of-patron-' || lpad(patron_id::text, 21, '0'), 'UTF8')), website_id, patron_id,
     now() + interval '10 years' FROM bench.patron`,
  `INSERT INTO title (reserve_id, cross_ref_id, title, creators, format_class, formats, subjects, languages, added_date)
   SELECT reserve_id, cross_ref_id, 'The title number ' || cross_ref_id,
     jsonb_build_array(jsonb_build_object('role', 'Author', 'name', 'Author ' || cross_ref_id / 3)), 'eBook',
     ARRAY['ebook-epub-adobe', 'ebook-kindle'], ARRAY['Fiction'], ARRAY['en'], DATE '2020-01-01' FROM bench.queue`,
  // The waits are as long as those of a worker: of two categories, at most 64 points in all. A key is as in `expected-offer.store.ts`.
  `INSERT INTO title_queue (website_id, reserve_id, waits_made_at, wait_categories, wait_keys, wait_ends, wait_gaps)
   SELECT q.website_id, q.reserve_id, date_trunc('minute', now()), ARRAY['adult', 'child'], waits.keys, waits.ends, ARRAY[168, 168]
   FROM bench.queue q CROSS JOIN LATERAL (
     SELECT array_agg(category * 4294967296 + ${TICKET('position')} ORDER BY category, position) AS keys,
       array_agg(extract(epoch FROM now())::int / 60 + 1440 * (1 + position) ORDER BY category, position) AS ends
     FROM generate_series(1, 2) AS category
     CROSS JOIN LATERAL (SELECT point * q.length / LEAST(31, q.length + 1) AS position
                         FROM generate_series(0, LEAST(31, q.length + 1)) AS point) points) waits
   ORDER BY 1, 2`,
  `INSERT INTO copies (website_id, reserve_id, collection_id, owned, on_loan, set_aside)
   SELECT website_id, reserve_id, 'main', loans + ready, loans, ready FROM bench.queue ORDER BY 1, 2`,
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at,
     suspension_type, suspended_until, collection_id, expires_at, notice_sent_for)
   SELECT q.website_id, q.reserve_id, ${TICKET('position')}, patron_id, ${CATEGORY('patron_id')},
     'reader-' || patron_id || '@example.org', now() - make_interval(mins => q.length - position),
     CASE WHEN suspended THEN CASE WHEN patron_id % 2 = 0 THEN 'limited' ELSE 'indefinite' END END,
     CASE WHEN suspended AND patron_id % 2 = 0 THEN now() + interval '364 days' END,
     CASE WHEN position < q.ready THEN 'main' END,
     CASE WHEN position < q.ready THEN now() + interval '364 days' END,
     CASE WHEN position < q.ready THEN now() + interval '364 days' END
   FROM bench.queue q
   CROSS JOIN LATERAL generate_series(0, q.length - 1) AS position
   CROSS JOIN LATERAL (SELECT ${PATRON} AS patron_id) p
   -- Every twentieth hold is suspended; never the first of a queue.
   CROSS JOIN LATERAL (SELECT position % 20 = 19 AS suspended) s
   ORDER BY q.website_id, q.reserve_id, position`,
  // No patron borrows a title that the patron has on hold.
  `INSERT INTO checkout (website_id, patron_id, reserve_id, collection_id, checked_out_at, expires_at)
   SELECT q.website_id, ${BORROWER}, q.reserve_id, 'main', now(), now() + interval '364 days'
   FROM bench.queue q CROSS JOIN LATERAL generate_series(0, q.loans - 1) AS loan
   ORDER BY q.website_id, 2, q.reserve_id`,
];

/** Saves the initial state of everything that a run changes. */
export const SAVE_STATE = `
  CREATE TABLE bench.checkout AS SELECT * FROM checkout;
  CREATE TABLE bench.copies AS SELECT website_id, reserve_id, collection_id, on_loan, set_aside FROM copies;
  CREATE TABLE bench.ready AS SELECT website_id, reserve_id, ticket FROM hold WHERE collection_id IS NOT NULL`;

export const REMOVE_LEFTOVER_HOLDS = `DELETE FROM hold WHERE email_address = '${BENCH_EMAIL}'`;

/** Restores the initial state. Runs inside the server and changes only rows that differ. */
export const RESTORE_STEPS = [
  `UPDATE hold h SET collection_id = NULL, expires_at = NULL
   WHERE COALESCE(h.suspended_until, h.expires_at) IS NOT NULL AND h.collection_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM bench.ready r WHERE (r.website_id, r.reserve_id, r.ticket)
                     = (h.website_id, h.reserve_id, h.ticket))`,
  `INSERT INTO checkout SELECT * FROM bench.checkout b
   WHERE NOT EXISTS (SELECT FROM checkout c WHERE (c.website_id, c.patron_id, c.reserve_id)
                     = (b.website_id, b.patron_id, b.reserve_id))`,
  `UPDATE copies c SET on_loan = b.on_loan, set_aside = b.set_aside FROM bench.copies b
   WHERE (c.website_id, c.reserve_id, c.collection_id) = (b.website_id, b.reserve_id, b.collection_id)
     AND (c.on_loan, c.set_aside) <> (b.on_loan, b.set_aside)`,
  `TRUNCATE notice_outbox, graphile_worker._private_jobs CASCADE`,
];
