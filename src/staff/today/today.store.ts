import { IS_WAITING } from '../../circulation/hold-row.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';

/**
 * Free copies for which an eligible patron waits, of libraries that have some. The rules of the queue leave none. The holds are counted because
 * PostgreSQL does that for each of the few free copies; for `EXISTS` it would gather all holds first. They are those of the queue, not of the copy:
 * otherwise PostgreSQL would look at the copies title by title, expecting to count holds for many.
 */
export const IDLE_COPIES = groupSearch<{ readonly websiteId: number; readonly idleCopies: number }>(
  'console-idle-copies',
  0,
  (inGroup) => `
  SELECT c.website_id AS "websiteId", sum(c.owned - c.on_loan - c.set_aside)::int AS "idleCopies"
  FROM (SELECT website_id, reserve_id FROM title_queue WHERE ${inGroup} AND live_holds > 0) q
  JOIN (SELECT * FROM copies WHERE ${inGroup} AND owned > on_loan + set_aside) c USING (website_id, reserve_id)
  WHERE (
    SELECT count(*) FROM (SELECT * FROM category_collection WHERE ${inGroup}) cc
    JOIN (SELECT * FROM hold WHERE ${inGroup}) h USING (website_id, category)
    WHERE cc.website_id = c.website_id AND cc.collection_id = c.collection_id AND h.reserve_id = q.reserve_id
      AND ${IS_WAITING}
    GROUP BY h.website_id) > 0
  GROUP BY c.website_id`,
);

export interface TitlesWithoutCopies {
  readonly websiteId: number;
  readonly titles: number;
}

/** Titles with waiting patrons of which a library owns no copy, in libraries that have such titles. */
export const TITLES_WITHOUT_COPIES = groupSearch<TitlesWithoutCopies>(
  'console-titles-without-copies',
  0,
  (inGroup) => `
  SELECT q.website_id AS "websiteId", count(*)::int AS titles
  FROM (SELECT website_id, reserve_id FROM title_queue WHERE ${inGroup} AND live_holds > 0) q
  WHERE NOT EXISTS (
    SELECT FROM (SELECT * FROM copies WHERE ${inGroup}) c
    WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id AND c.owned > 0)
  GROUP BY q.website_id`,
);
