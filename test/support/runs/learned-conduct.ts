import { statement } from '../../../src/platform/database/statement.js';

/**
 * What the patrons of all libraries did with e-books: thirty of each, today, and one of five weeks ago: by now the long loans of that time
 * have ended, too, and it is enough to estimate waits from. Given false, without that one, so that nothing is known.
 */
export const learnConduct = statement(
  'test-learn-conduct',
  `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT website_id, (service_now() AT TIME ZONE 'UTC')::date - days_ago, measure, 'eBook', period, bucket, count, 0
   FROM library, (VALUES ('loan', 21, 2, 30, 0), ('loan', 21, 4, 30, 0), ('loan', 21, 9, 30, 0), ('pickup', 72, 0, 30, 0),
     ('pickup', 72, 3, 30, 0), ('loan', 21, 0, 1, 35)) AS seen (measure, period, bucket, count, days_ago)
   WHERE days_ago = 0 OR $1`,
).execute((isLongOpen: boolean) => [isLongOpen]);
