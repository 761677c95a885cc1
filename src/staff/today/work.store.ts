import { endingCopies } from '../../circulation/licences/licence-columns.store.js';
import { IS_WAITING } from '../../circulation/hold-row.store.js';
import { momentOf } from '../../notifications/notice-types/notice-content.store.js';
import { statement } from '../../platform/database/statement.js';
import { type BuyingGoal, ENDING_DAYS } from '../../domain/titles/purchases.js';
import type { ObservationCount } from '../../domain/waits/observation.js';
import { THIS_WEEK } from '../../waits/observations.store.js';
import type { ToldTitle } from '../console/components/title.js';
import { activeHolds } from '../queues/demand.store.js';

/** Larger counts are "500 or more": a page that staff open every morning must not wait for a complete count. */
const MAX_COUNTED = 500;

/** Licences that end within so many days are counted. */
export const ENDING_SOON_DAYS = 7;

/** The number of titles that are named. */
const MAX_NAMED = 5;

/** A title of which more copies should be bought. */
export interface TitleOverGoal extends ToldTitle {
  readonly reserveId: string;
  readonly liveHolds: number;
  readonly copies: number;
  /** The number of such titles. */
  readonly titles: number;
  /** Whether there may be more: not all were looked at. */
  readonly isPartial: boolean;
}

/** SQL for "the licence `n` ends so soon that what is to be bought does not count on its copies". */
const ENDS_SOON = ['n.turns_at', 'n.ends_at']
  .map((time) => `${time} < (SELECT service_now()) + interval '${ENDING_DAYS} days'`)
  .join(' AND n.is_counted AND n.holdable AND ');

/** SQL for: the title has too many holds, of a category alone or of all together. */
const isOver = (holds: string): string =>
  `bool_or(${holds} > $2 * copies) OR sum(${holds}) > $2 * max(of_title)`;

/**
 * Titles of which more copies should be bought, longest queues first: they have too many active holds per copy that licences do not end soon, of a
 * category alone or of all together, or too long a wait. Active holds are only counted where all live holds would be too many.
 */
export const findTitlesOverGoal = statement<TitleOverGoal>(
  'today-titles-over-goal',
  `WITH long AS MATERIALIZED (
     SELECT reserve_id FROM queue_category WHERE website_id = $1 AND live_holds > 0
     GROUP BY reserve_id HAVING sum(live_holds) > $2
     UNION SELECT n.reserve_id FROM licence n WHERE n.website_id = $1 AND ${ENDS_SOON}),
   stock AS MATERIALIZED (
     SELECT reserve_id, collection_id, lasting, sum(lasting) OVER (PARTITION BY reserve_id) AS of_title
     FROM (SELECT c.reserve_id, c.collection_id, c.owned - ${endingCopies(ENDING_DAYS)} AS lasting
       FROM copies c JOIN long USING (reserve_id) WHERE c.website_id = $1 AND c.owned > 0) c),
   usable AS MATERIALIZED (
     SELECT s.reserve_id, cc.category, sum(s.lasting) AS copies, max(s.of_title) AS of_title
     FROM stock s JOIN category_collection cc USING (collection_id) WHERE cc.website_id = $1 GROUP BY 1, 2),
   demand AS MATERIALIZED (
     SELECT q.reserve_id, q.category, q.live_holds, u.copies, u.of_title
     FROM queue_category q JOIN usable u USING (reserve_id, category) WHERE q.website_id = $1 AND q.live_holds > 0),
   crowded AS MATERIALIZED (
     SELECT reserve_id FROM demand GROUP BY reserve_id HAVING ${isOver('live_holds')}
     ORDER BY sum(live_holds) DESC LIMIT ${MAX_COUNTED}),
   active AS MATERIALIZED (
     SELECT q.reserve_id, q.copies, q.of_title, ${activeHolds('q')} AS holds FROM demand q JOIN crowded USING (reserve_id)),
   slow AS MATERIALIZED (
     SELECT q.reserve_id FROM title_queue q
     WHERE $3::int IS NOT NULL AND q.website_id = $1 AND q.live_holds > 0 AND q.more_copies_hours[1] > 24 * $3
       AND q.more_copies_owned = (SELECT sum(c.owned) FROM copies c WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id)
       AND q.more_copies_owned > 0
     LIMIT ${MAX_COUNTED}),
   over AS (
     SELECT reserve_id FROM active GROUP BY reserve_id HAVING ${isOver('holds')}
     UNION SELECT reserve_id FROM slow)
   SELECT found.reserve_id AS "reserveId", t.title, t.creators, t.format_class AS "formatClass", found.live_holds AS "liveHolds",
     COALESCE((SELECT sum(c.owned) FROM copies c WHERE c.website_id = $1 AND c.reserve_id = found.reserve_id), 0)::int AS copies,
     found.titles,
     ${MAX_COUNTED} IN ((SELECT count(*) FROM crowded), (SELECT count(*) FROM slow)) AS "isPartial"
   FROM (
     SELECT q.reserve_id, q.live_holds, (count(*) OVER ())::int AS titles FROM over JOIN title_queue q USING (reserve_id)
     WHERE q.website_id = $1 ORDER BY q.live_holds DESC, q.reserve_id LIMIT ${MAX_NAMED}) found
   JOIN title t USING (reserve_id) ORDER BY found.live_holds DESC, reserve_id`,
).all((websiteId: number, { holdsPerCopy, targetWaitDays }: BuyingGoal) => [
  websiteId,
  holdsPerCopy,
  targetWaitDays,
]);

/** A title with holds of patrons who may use none of the library's copies: there are none, or none in their collections. */
export interface TitleWithoutUsableCopies extends ToldTitle {
  readonly reserveId: string;
  /** How long the first of these patrons has waited so; null: all of them have suspended their holds. */
  readonly seconds: number | null;
  /** The number of such titles. */
  readonly titles: number;
}

/** The titles without usable copies whose patrons have waited longest. */
export const findTitlesWithoutUsableCopies = statement<TitleWithoutUsableCopies>(
  'today-titles-without-usable-copies',
  `SELECT reserve_id AS "reserveId", t.title, t.creators, t.format_class AS "formatClass",
     extract(epoch FROM service_now() - found.since)::float8 AS seconds, found.titles
   FROM (
     SELECT q.reserve_id, min(first.since) AS since, (count(*) OVER ())::int AS titles
     FROM queue_category q LEFT JOIN LATERAL (
       SELECT COALESCE(h.copies_lost_at, h.placed_at) AS since FROM hold h
       WHERE h.website_id = $1 AND h.reserve_id = q.reserve_id AND h.category = q.category AND ${IS_WAITING}
       ORDER BY h.ticket LIMIT 1) first ON true
     WHERE q.website_id = $1 AND q.live_holds > 0 AND NOT EXISTS (
       SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
       WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id AND cc.category = q.category AND c.owned > 0)
     GROUP BY q.reserve_id ORDER BY min(first.since), q.reserve_id LIMIT ${MAX_NAMED}) found
   JOIN title t USING (reserve_id) ORDER BY found.since, reserve_id`,
).all((websiteId: number) => [websiteId]);

/** Licences that end within a week, and the holds on their titles that have no copy. */
export interface EndingLicences {
  readonly licences: number;
  readonly holds: number;
}

/** A licence that runs turns next when its end is announced, or at its end. */
export const countEndingLicences = statement<EndingLicences>(
  'today-ending-licences',
  `SELECT COALESCE(sum(n.licences), 0)::int AS licences, COALESCE(sum(q.live_holds - own.set_aside), 0)::int AS holds
   FROM (SELECT reserve_id, count(*) AS licences FROM licence
         WHERE website_id = $1 AND is_counted AND turns_at < (SELECT service_now()) + interval '${ENDING_SOON_DAYS} days'
           AND ends_at < (SELECT service_now()) + interval '${ENDING_SOON_DAYS} days'
         GROUP BY reserve_id) n
   JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = n.reserve_id
   CROSS JOIN LATERAL (
     SELECT COALESCE(sum(c.set_aside), 0) AS set_aside FROM copies c WHERE c.website_id = $1 AND c.reserve_id = n.reserve_id) own`,
).one((websiteId: number) => [websiteId]);

/** SQL for the start of the day in the time zone $2, or of one that is so many days away. */
export const dayBegins = (daysAway: number): string =>
  `(date_trunc('day', (SELECT service_now()) AT TIME ZONE $2) + interval '${daysAway} days') AT TIME ZONE $2`;

/** Counts still valid notices that a mail server has refused since the start of the library's yesterday. */
export const countRefusedSinceYesterday = statement<{ notices: number }>(
  'today-refused-notices',
  `SELECT count(*)::int AS notices FROM notice_failure f JOIN hold h USING (website_id, reserve_id, ticket)
   WHERE f.website_id = $1 AND f.failed_at >= ${dayBegins(-1)} AND ${momentOf('f.occasion')} = f.expires_at
     AND (f.occasion <> 'ready' OR h.notice_sent_for IS DISTINCT FROM h.expires_at)`,
).oneValue('notices', (websiteId: number, timeZone: string) => [websiteId, timeZone]);

/** This many weeks are compared with as many before. */
export const WEEKS_COMPARED = 6;

export type EstimateCount = ObservationCount & {
  /** Whether the estimate is of the last weeks, or of those before. */
  readonly isRecent: boolean;
};

/**
 * Counts holds that became ready by the estimated times. Unlike the charts, it does not read late holds that still wait: they count when they become
 * ready.
 */
export const findEstimates = statement<EstimateCount>(
  'today-estimates',
  `SELECT measure, format_class AS "formatClass", period, bucket, sum(count)::int AS count, sum(amount)::float8 AS amount,
     week >= ${THIS_WEEK} - 7 * ${WEEKS_COMPARED} AS "isRecent"
   FROM observation
   WHERE website_id = $1 AND measure IN ('told-likely', 'told-latest')
     AND week < ${THIS_WEEK} AND week >= ${THIS_WEEK} - 7 * 2 * ${WEEKS_COMPARED}
   GROUP BY measure, format_class, period, bucket, 7`,
).all((websiteId: number) => [websiteId]);
