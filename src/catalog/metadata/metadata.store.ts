import type { Accessibility } from '../../domain/titles/accessibility.js';
import type { FormatDetails } from '../../domain/titles/format.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { type Connection, lookup } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { identifiersOf } from '../titles/named-titles.js';
import { FACTS, named, type TitleFacts } from '../titles/title-facts.store.js';
import { heldOrLent, withOwnTitles } from '../titles/own-titles.store.js';

/** A title with its whole record. */
export interface DescribedTitle extends TitleFacts {
  readonly edition: string | null;
  readonly publisher: string | null;
  readonly imprint: string | null;
  /** A day, `YYYY-MM-DD`. */
  readonly publishDate: string | null;
  readonly subjects: readonly string[];
  readonly keywords: readonly string[];
  readonly shortDescription: string | null;
  readonly fullDescription: string | null;
  readonly isPublicDomain: boolean | null;
  readonly accessibility: Accessibility | null;
  /** The formats of which more is known than the id. */
  readonly formatDetails: readonly FormatDetails[];
}

const find = (isShown: string): string => `
   SELECT ${FACTS}, COALESCE(collection_copies.is_owned, false) AS "isOwned", t.edition, t.publisher, t.imprint,
     t.publish_date::text AS "publishDate", t.subjects, t.keywords, t.short_description AS "shortDescription",
     t.full_description AS "fullDescription", t.is_public_domain AS "isPublicDomain",
     t.accessibility, t.format_details AS "formatDetails"
   FROM title t
   JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = t.reserve_id
   CROSS JOIN LATERAL (
     SELECT bool_or(c.owned + c.lucky_owned > 0) AS is_owned FROM copies c
     WHERE c.website_id = $1 AND c.reserve_id = t.reserve_id AND c.collection_id = ANY ($2::text[])) collection_copies
   WHERE ${named('$3', '$4')} AND ${isShown}`;

const FIND = lookup<DescribedTitle>('catalog-metadata', find('collection_copies.is_owned IS NOT NULL'));
const FIND_OWN = lookup<DescribedTitle>('catalog-metadata-own', find(heldOrLent('$1', '$5')));

/** The titles that are in the collections, or that the patron holds or has on loan; in no particular order, each once. */
export function findDescribedTitles(
  connection: Connection,
  collections: OpenCollections,
  titles: readonly TitleId[],
): Promise<DescribedTitle[]> {
  const { websiteId, collectionIds, patron } = collections;
  return withOwnTitles(collections, titles, (isOwn, wanted) => {
    const values = [websiteId, collectionIds, ...identifiersOf(wanted)];
    return isOwn ? connection.run(FIND_OWN, [...values, patron?.patronId]) : connection.run(FIND, values);
  });
}
