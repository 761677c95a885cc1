import { statement } from '../platform/database/statement.js';

/** Holds are counted up to this size, which takes about a tenth of a second at most. */
const MAX_COUNTED_BYTES = 64 * 1024 * 1024;

export interface HoldsByCondition {
  readonly waiting: number;
  readonly suspended: number;
  readonly ready: number;
}

/**
 * All holds by their stored condition; undefined if a large table has no estimates yet. A larger table is not read: PostgreSQL keeps an estimate of
 * the rows of each table and of each partial index, and waiting and suspended holds have such indexes. The comparison of the size stands alone, so
 * that the table is not touched at all if it is false.
 */
export const countHolds = statement<HoldsByCondition>(
  'holds-by-condition',
  `WITH counted AS (
       SELECT count(*) AS total, count(*) FILTER (WHERE suspension_type IS NOT NULL) AS suspended,
         count(*) FILTER (WHERE collection_id IS NOT NULL) AS ready
       FROM hold WHERE (SELECT pg_relation_size('hold') <= ${MAX_COUNTED_BYTES})),
     estimated AS (
       SELECT max(reltuples) FILTER (WHERE oid = 'hold'::regclass) AS total,
         max(reltuples) FILTER (WHERE oid = 'hold_waiting'::regclass) AS waiting,
         max(reltuples) FILTER (WHERE oid = 'hold_suspended'::regclass) AS suspended
       FROM pg_class WHERE oid IN ('hold'::regclass, 'hold_waiting'::regclass, 'hold_suspended'::regclass))
   SELECT (total - suspended - ready)::float8 AS waiting, suspended::float8, ready::float8
   FROM counted WHERE pg_relation_size('hold') <= ${MAX_COUNTED_BYTES}
   UNION ALL
   SELECT waiting::float8, suspended::float8, GREATEST(total - waiting - suspended, 0)::float8
   FROM estimated WHERE pg_relation_size('hold') > ${MAX_COUNTED_BYTES} AND total >= 0 AND waiting >= 0 AND suspended >= 0`,
).first();
