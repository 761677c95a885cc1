/** Creates the measured library inside the server, with `perQueue` copies per queue, all set aside. */
export const LOAD = [
  () => `INSERT INTO library (website_id, name, hold_limit) VALUES (1, 'Timers', 1000000)`,
  () => `INSERT INTO collection VALUES (1, 'main', 'Main')`,
  () => `INSERT INTO patron_category (website_id, category, collection_token) VALUES (1, 'adult', 'token')`,
  () => `INSERT INTO category_collection VALUES (1, 'adult', 'main')`,
  (queues, perQueue) => `
    INSERT INTO patron_directory SELECT n, 1 FROM generate_series(1, ${patrons(queues, perQueue)}) n`,
  (queues, perQueue) => `
    INSERT INTO patron (website_id, patron_id, category)
    SELECT 1, n, 'adult' FROM generate_series(1, ${patrons(queues, perQueue)}) n`,
  (queues) => `
    INSERT INTO title (reserve_id, cross_ref_id, title, format_class, formats, subjects, languages)
    SELECT ${reserveId('n')}, n, 'Title ' || n, 'eBook', '{ebook-kindle}', '{}', '{}' FROM generate_series(1, ${queues}) n`,
  (queues, perQueue) => `
    INSERT INTO title_queue (website_id, reserve_id, next_ticket, live_holds)
    SELECT 1, ${reserveId('n')}, ${2 * perQueue + 1}, ${2 * perQueue} FROM generate_series(1, ${queues}) n`,
  (queues, perQueue) => `
    INSERT INTO copies (website_id, reserve_id, collection_id, owned, set_aside)
    SELECT 1, ${reserveId('n')}, 'main', ${perQueue}, ${perQueue} FROM generate_series(1, ${queues}) n`,
  // The first half of each queue is ready, the other half is waiting. No patron has two holds on a title.
  (queues, perQueue, withMail) => `
    INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at, collection_id, expires_at)
    SELECT 1, ${reserveId('n')}, ticket, 1 + (ticket - 1 + n * 7) % ${patrons(queues, perQueue)}, 'adult',
      ${withMail ? `'reader' || n || '.' || ticket || '@example.org'` : 'NULL'}, now() - interval '4 days',
      CASE WHEN ticket <= ${perQueue} THEN 'main' END, CASE WHEN ticket <= ${perQueue} THEN now() + interval '1 day' END
    FROM generate_series(1, ${queues}) n, generate_series(1, ${2 * perQueue}) ticket`,
  () => `
    INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
    SELECT website_id, reserve_id, level, ticket >> (6 * level), count(*) FROM hold, (VALUES (1), (2)) levels (level)
    GROUP BY 1, 2, 3, 4`,
  () => `
    INSERT INTO queue_category (website_id, reserve_id, category, live_holds)
    SELECT website_id, reserve_id, category, count(*) FROM hold GROUP BY 1, 2, 3`,
];

function patrons(queues, perQueue) {
  return Math.max(200, 2 * perQueue);
}

function reserveId(number) {
  return `('cccccccc-0000-4000-8000-' || lpad(${number}::text, 12, '0'))::uuid`;
}

/** Records the changes of each hold with a trigger. It slows the workers down a little. */
export const RECORD_CHANGES = `
  CREATE TABLE recorded_change (change TEXT NOT NULL, reserve_id UUID NOT NULL, ticket INTEGER NOT NULL);
  CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.expires_at IS NOT NULL AND NEW.expires_at IS NULL THEN
      INSERT INTO recorded_change VALUES ('missed', NEW.reserve_id, NEW.ticket);
    ELSIF OLD.expires_at IS NULL AND NEW.expires_at IS NOT NULL THEN
      INSERT INTO recorded_change VALUES ('handed over', NEW.reserve_id, NEW.ticket);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER record_change AFTER UPDATE OF expires_at ON hold FOR EACH ROW
    WHEN (OLD.expires_at IS NULL OR NEW.expires_at IS NULL) EXECUTE FUNCTION record_change()`;

export const COUNT_CHANGES = `
  SELECT change, count(*)::int AS times, count(DISTINCT (reserve_id, ticket))::int AS holds FROM recorded_change GROUP BY change`;

/** Makes all pickups expire at the same moment, $1 seconds from now. */
export const SET_MOMENT = `
  WITH moment AS (SELECT service_now() + make_interval(secs => $1) AS at),
    moved AS (UPDATE hold SET expires_at = moment.at FROM moment WHERE expires_at IS NOT NULL)
  SELECT extract(epoch FROM at)::float8 AS moment FROM moment`;

export const STILL_DUE = `
  SELECT count(*)::int AS due FROM hold
  WHERE COALESCE(suspended_until, expires_at) <= (SELECT service_now())`;
