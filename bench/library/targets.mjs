import { createHash } from 'node:crypto';
import { BENCH_EMAIL } from './load.sql.mjs';
import { REALISTIC_LIBRARY, UNIFORM_LIBRARY } from './plan.mjs';

/** Patrons and titles for the requests, chosen from the loaded data at random but the same in every run. */

const SEED = `SELECT setseed(0.37)`;

/** Patrons of the realistic library, each with one of their holds. */
const READERS = `
  SELECT p.patron_id, h.reserve_id, pc.collection_token
  FROM (SELECT website_id, patron_id, category FROM patron WHERE website_id = ${REALISTIC_LIBRARY} ORDER BY random() LIMIT $1) p
  JOIN patron_category pc USING (website_id, category)
  CROSS JOIN LATERAL (SELECT reserve_id FROM hold h WHERE h.website_id = p.website_id AND h.patron_id = p.patron_id
                      ORDER BY random() LIMIT 1) h`;

/** Patrons with a title that they have neither on hold nor on loan. All titles are equally likely. */
const NEWCOMERS = `
  SELECT p.patron_id, q.reserve_id
  FROM (SELECT patron_id, row_number() OVER () AS n FROM (
          SELECT patron_id FROM patron WHERE website_id = ${REALISTIC_LIBRARY} ORDER BY random() LIMIT $1) p) p
  JOIN (SELECT reserve_id, row_number() OVER () AS n FROM (
          SELECT reserve_id FROM bench.queue WHERE website_id = ${REALISTIC_LIBRARY} ORDER BY random() LIMIT $1) q) q USING (n)
  WHERE NOT EXISTS (SELECT FROM hold h WHERE (h.website_id, h.patron_id, h.reserve_id) = (${REALISTIC_LIBRARY}, p.patron_id, q.reserve_id))
    AND NOT EXISTS (SELECT FROM checkout c WHERE (c.website_id, c.patron_id, c.reserve_id) = (${REALISTIC_LIBRARY}, p.patron_id, q.reserve_id))`;

/** Waiting holds, each in a different queue. */
const WAITING = `
  SELECT * FROM (
    SELECT DISTINCT ON (reserve_id) patron_id, reserve_id FROM (
      SELECT h.patron_id, h.reserve_id FROM hold h TABLESAMPLE BERNOULLI (20) REPEATABLE (37)
      WHERE h.website_id = ${REALISTIC_LIBRARY} AND h.collection_id IS NULL AND h.suspension_type IS NULL) sample) picked
  ORDER BY random() LIMIT $1`;

/** Loans whose return makes a hold ready, one per title. */
const LOANS = `
  SELECT * FROM (
    SELECT DISTINCT ON (c.reserve_id) c.patron_id, c.reserve_id
    FROM checkout c JOIN bench.queue q USING (website_id, reserve_id)
    WHERE c.website_id = ${REALISTIC_LIBRARY} AND q.length >= 2) picked
  ORDER BY random() LIMIT $1`;

/** Loans in the uniform library's queues of this length, title by title. */
const LOANS_OF_LENGTH = `
  SELECT c.patron_id, c.reserve_id FROM checkout c JOIN bench.queue q USING (website_id, reserve_id)
  WHERE q.website_id = ${UNIFORM_LIBRARY} AND q.length = $2 ORDER BY q.cross_ref_id, c.patron_id LIMIT $1`;

/** Loans of titles with queues of about ten holds, one per title. */
const LOANS_OF_ABOUT_TEN = `
  SELECT * FROM (
    SELECT DISTINCT ON (c.reserve_id) c.patron_id, c.reserve_id
    FROM checkout c JOIN bench.queue q USING (website_id, reserve_id)
    WHERE c.website_id = ${REALISTIC_LIBRARY} AND q.length BETWEEN 9 AND 12) picked
  ORDER BY random() LIMIT $1`;

/** Patrons of the uniform library whose holds are all in queues of this length. */
const READERS_OF_LENGTH = `
  SELECT h.patron_id, h.reserve_id FROM hold h
  WHERE h.website_id = ${UNIFORM_LIBRARY}
    AND h.reserve_id = (SELECT reserve_id FROM bench.queue WHERE website_id = ${UNIFORM_LIBRARY} AND length = $2
                        ORDER BY cross_ref_id LIMIT 1)
  ORDER BY random() LIMIT $1`;

/** Patrons of other lengths, who can join the first queue of this length. */
const NEWCOMERS_OF_LENGTH = `
  SELECT patron_id, q.reserve_id
  FROM (SELECT reserve_id FROM bench.queue WHERE website_id = ${UNIFORM_LIBRARY} AND length = $2
        ORDER BY cross_ref_id LIMIT 1) q,
    LATERAL (SELECT h.patron_id FROM hold h JOIN bench.queue o USING (website_id, reserve_id)
             WHERE h.website_id = ${UNIFORM_LIBRARY} AND o.length = CASE $2::int WHEN 1000 THEN 10000 ELSE 1000 END
               AND NOT EXISTS (SELECT FROM checkout c WHERE (c.website_id, c.patron_id, c.reserve_id)
                               = (${UNIFORM_LIBRARY}, h.patron_id, q.reserve_id))
             GROUP BY h.patron_id ORDER BY random() LIMIT $1) p`;

const UNMISTAKABLE_TICKET = `UPDATE title_queue SET next_ticket = greatest(next_ticket, 1_000_000) WHERE reserve_id = $1`;

export class Targets {
  #session;

  constructor(session) {
    this.#session = session;
  }

  readers = (number) => this.#pick(READERS, [number]);
  newcomers = (number) => this.#pick(NEWCOMERS, [number]);
  waiting = (number) => this.#pick(WAITING, [number]);
  loans = (number) => this.#pick(LOANS, [number]);
  readersOf = (length, number) => this.#pick(READERS_OF_LENGTH, [number, length]);
  newcomersOf = (length, number) => this.#pick(NEWCOMERS_OF_LENGTH, [number, length]);
  loansOf = (length, number) =>
    length === 10 ? this.#pick(LOANS_OF_ABOUT_TEN, [number]) : this.#pick(LOANS_OF_LENGTH, [number, length]);

  /** Gives the next hold on the title a ticket that is no other number of a statement, such as the library's. */
  async makeTicketUnmistakable({ reserveId }) {
    await this.#session.query(UNMISTAKABLE_TICKET, [reserveId]);
  }

  async #pick(sql, values) {
    await this.#session.query(SEED);
    const { rows } = await this.#session.query(sql, values);
    if (rows.length === 0) throw new Error(`No patrons found for: ${sql}`);
    return rows.map(targetFrom);
  }
}

function targetFrom({ patron_id: patronId, reserve_id: reserveId, collection_token: collectionToken }) {
  const token = `bench-token-of-patron-${String(patronId).padStart(21, '0')}`;
  const tokenHash = createHash('sha256').update(token).digest();
  return { patronId, reserveId, collectionToken, token, tokenHash, emailAddress: BENCH_EMAIL };
}
