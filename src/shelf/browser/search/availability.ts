import type { ApiClient } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { AvailabilityList, AvailabilityRecord, PatronRecord, SearchResult } from '../http/records.js';

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
