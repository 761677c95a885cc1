import type { ApiClient } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { AvailabilityList, AvailabilityRecord, PatronRecord, SearchResult } from '../http/records.js';
import { waitInWords } from '../holds/condition.js';
import { say } from '../words/say.js';

/** A page of a search, with how available its titles are. */
export interface FoundPage extends SearchResult {
  readonly availability: ReadonlyMap<string, AvailabilityRecord>;
}

/**
 * A page and how available its titles are, by one request more: they are shown together. What cannot be read of the latter is left out.
 * @throws ApiError
 */
export async function readPage(
  client: ApiClient,
  { linkTemplates }: PatronRecord,
  address: string,
  signal?: AbortSignal,
): Promise<FoundPage> {
  const page = await client.get<SearchResult>(address, signal);
  const template = linkTemplates?.availabilityList;
  const reserveIds = page.products.map(({ id }) => id).join(',');
  const found =
    template === undefined || reserveIds === ''
      ? undefined
      : await client
          .get<AvailabilityList>(expand(template.href, { reserveIds }), signal)
          .catch(() => undefined);
  return { ...page, availability: new Map(found?.availability.map((each) => [each.id, each])) };
}

/** When a title can be had: what its pill says if that is at once, and how many copies there are, or how long it takes. */
export function availabilityInWords(found: AvailabilityRecord, now: Date): { pill?: string; text?: string } {
  const { availabilityType, copiesAvailable: free, copiesOwned, numberOfHolds, estimatedWait } = found;
  // Its numbers say nothing.
  if (availabilityType === 'AlwaysAvailable') return { pill: say('alwaysFree') };
  const copies = say('copiesFree', { free, count: copiesOwned });
  if (free > 0) return { pill: say('freeNow'), text: copies };
  const wait = waitInWords(estimatedWait, now) ?? `${copies} ·`;
  return { text: `${wait} ${say('peopleWait', { count: numberOfHolds })}` };
}
