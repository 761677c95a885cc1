import { type Connection, statement } from '../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';
import type { TitleRecord } from './schemas/title.schemas.js';

export interface CrossReference {
  readonly reserveId: string;
  readonly crossRefId: number;
}

const FIND_BY_CROSS_REFS = bulkStatement(`
  SELECT reserve_id AS "reserveId", cross_ref_id AS "crossRefId" FROM title
  WHERE cross_ref_id = ANY ($1::int[])`);

export function findByCrossRefs(
  connection: Connection,
  crossRefIds: readonly number[],
): Promise<CrossReference[]> {
  return connection.run<CrossReference>(FIND_BY_CROSS_REFS, [crossRefIds]);
}

/** Also stores the words of these titles, from which the search completes and corrects queries. */
const UPSERT = bulkStatement(`
  WITH kept AS (
    INSERT INTO title AS t (reserve_id, cross_ref_id, title, creators, format_class, formats, subjects, languages,
      added_date)
    SELECT "reserveId", "crossRefId", title, creators, "formatClass", formats, subjects, languages, "addedDate"
    FROM jsonb_to_recordset($1::jsonb) AS r ("reserveId" uuid, "crossRefId" int, title text, creators jsonb,
      "formatClass" text, formats text[], subjects text[], languages text[], "addedDate" date)
    ORDER BY "reserveId"
    ON CONFLICT (reserve_id) DO UPDATE SET
      cross_ref_id = EXCLUDED.cross_ref_id, title = EXCLUDED.title, creators = EXCLUDED.creators,
      format_class = EXCLUDED.format_class, formats = EXCLUDED.formats, subjects = EXCLUDED.subjects,
      languages = EXCLUDED.languages, added_date = EXCLUDED.added_date
    WHERE (t.cross_ref_id, t.title, t.creators, t.format_class, t.formats, t.subjects, t.languages, t.added_date)
      IS DISTINCT FROM (EXCLUDED.cross_ref_id, EXCLUDED.title, EXCLUDED.creators, EXCLUDED.format_class,
        EXCLUDED.formats, EXCLUDED.subjects, EXCLUDED.languages, EXCLUDED.added_date)
    RETURNING t.words)
  INSERT INTO search_word (word)
  SELECT DISTINCT word FROM kept, unnest(tsvector_to_array(kept.words)) AS word
  ORDER BY word
  ON CONFLICT (word) DO NOTHING`);

export async function upsertTitles(connection: Connection, titles: readonly TitleRecord[]): Promise<void> {
  await connection.run(UPSERT, [JSON.stringify(titles)]);
}

const LOCK_QUEUES = statement(
  'records-title-lock-queues',
  `SELECT FROM title_queue WHERE reserve_id = $1 ORDER BY website_id FOR NO KEY UPDATE`,
);

/** Queues of all libraries, because they share the title. */
export async function lockQueuesOfTitle(connection: Connection, reserveId: string): Promise<void> {
  await connection.run(LOCK_QUEUES, [reserveId]);
}

export interface TitleUses {
  readonly holds: number;
  readonly loans: number;
}

const COUNT_USES = statement(
  'records-title-count-uses',
  `SELECT COALESCE(sum(q.live_holds), 0)::int AS holds,
     COALESCE(sum((SELECT sum(c.on_loan) FROM copies c
                   WHERE c.website_id = q.website_id AND c.reserve_id = q.reserve_id)), 0)::int AS loans
   FROM title_queue q WHERE q.reserve_id = $1`,
);

export async function countUses(connection: Connection, reserveId: string): Promise<TitleUses> {
  const [uses] = await connection.run<TitleUses>(COUNT_USES, [reserveId]);
  return uses ?? { holds: 0, loans: 0 };
}

const REMOVE_COPIES = statement(
  'records-title-remove-copies',
  `DELETE FROM copies c USING title_queue q
   WHERE q.reserve_id = $1 AND c.website_id = q.website_id AND c.reserve_id = q.reserve_id`,
);
const REMOVE_QUEUES = statement(
  'records-title-remove-queues',
  `DELETE FROM title_queue WHERE reserve_id = $1`,
);
const REMOVE = statement('records-title-remove', `DELETE FROM title WHERE reserve_id = $1`);

export async function removeTitle(connection: Connection, reserveId: string): Promise<void> {
  for (const remove of [REMOVE_COPIES, REMOVE_QUEUES, REMOVE]) await connection.run(remove, [reserveId]);
}
