import { IS_ALTERNATIVE } from '../../circulation/alternatives/alternatives.store.js';
import { MAX_ALTERNATIVES } from '../../circulation/alternatives/alternatives.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { lookup } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { identifiersOf } from '../titles/named-titles.js';
import { named } from '../titles/title-facts.store.js';
import { NO_PATRON } from '../titles/titles.store.js';

/** A title, and another format or edition of the same work. */
export interface OtherFormatRow {
  readonly of: string;
  readonly reserveId: string;
  /** The patron's hold on the former has as many alternatives as there may be. */
  readonly isFull: boolean;
}

/** As many as a hold can have alternatives. */
const MAX_OTHERS = MAX_ALTERNATIVES - 1;

const inCollections = (title: string): string => `EXISTS (
  SELECT FROM copies c WHERE c.website_id = $1 AND c.reserve_id = ${title}.reserve_id
    AND c.collection_id = ANY ($3::text[]) AND NOT (c.withdrawn AND c.owned = 0))`;

/**
 * The catalog knows no works: titles of one name, but for notes of an edition in brackets, and one first creator, which share a language if both tell
 * theirs, are taken for one. Other media come first.
 */
export const findOtherFormats = lookup<OtherFormatRow>(
  'catalog-other-formats',
  `SELECT t.reserve_id AS "of", other.reserve_id AS "reserveId",
     (SELECT count(*) FROM hold h JOIN hold o ON ${IS_ALTERNATIVE}
      WHERE h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = t.reserve_id) >= ${MAX_OTHERS} AS "isFull"
   FROM title t CROSS JOIN LATERAL (
     SELECT n.reserve_id, n.format_class = t.format_class AS is_same FROM title n
     WHERE n.author_key = t.author_key AND work_key(n.title_key) = work_key(t.title_key) AND n.reserve_id <> t.reserve_id
       AND (n.languages && t.languages OR n.languages = '{}' OR t.languages = '{}') AND ${inCollections('n')}
     ORDER BY is_same, n.reserve_id LIMIT ${MAX_OTHERS}) other
   WHERE ${named('$4', '$5')} AND t.author_key IS NOT NULL AND ${inCollections('t')}
   ORDER BY t.reserve_id, other.is_same, other.reserve_id`,
).all(({ websiteId, patron, collectionIds }: OpenCollections, titles: readonly TitleId[]) => [
  ...[websiteId, patron?.patronId ?? NO_PATRON, collectionIds],
  ...identifiersOf(titles),
]);
