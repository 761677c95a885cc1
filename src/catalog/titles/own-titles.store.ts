import { names, type TitleId } from '../../domain/titles/title-id.js';
import type { OpenCollections } from '../collections/collections.store.js';
import type { TitleFacts } from './title-facts.store.js';

/** SQL for "the patron holds the title `t`, or has it on loan". */
export const heldOrLent = (websiteId: string, patronId: string): string => `(
  EXISTS (SELECT FROM hold own WHERE own.website_id = ${websiteId} AND own.patron_id = ${patronId}
            AND own.reserve_id = t.reserve_id)
  OR EXISTS (SELECT FROM checkout own WHERE own.website_id = ${websiteId} AND own.patron_id = ${patronId}
               AND own.reserve_id = t.reserve_id AND own.expires_at > (SELECT service_now())))`;

/**
 * Adds titles that a patron holds or has on loan, but that their collections no longer have: after a change of category, or when the copies
 * are gone. They are read only if the collections lack one of the titles.
 * @param find looks in the collections, or, if `isOwn`, among what the patron holds or has on loan
 */
export async function withOwnTitles<Row extends Pick<TitleFacts, 'reserveId' | 'crossRefId'>>(
  { patron }: OpenCollections,
  titles: readonly TitleId[],
  find: (isOwn: boolean, titles: readonly TitleId[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found = await find(false, titles);
  if (patron === undefined || found.length === titles.length) return found;
  const missing = titles.filter((id) => !found.some((title) => names(id, title)));
  return missing.length === 0 ? found : [...found, ...(await find(true, missing))];
}
