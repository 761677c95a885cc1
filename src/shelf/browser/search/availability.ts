import type { ApiClient } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type { AvailabilityList, AvailabilityRecord, PatronRecord, SearchResult } from '../http/records.js';
import { waitInWords } from '../holds/condition.js';
import { farDay } from '../times.js';
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
  const { luckyDayCopiesOwned: luckyOwned = 0, luckyDayCopiesAvailable: luckyFree = 0 } = found;
  const free = found.copiesAvailable - luckyFree;
  // Its numbers say nothing.
  if (found.availabilityType === 'AlwaysAvailable') return { pill: say('alwaysFree') };
  const copies = say('copiesFree', { free, count: found.copiesOwned - luckyOwned });
  if (free > 0) return { pill: say('freeNow'), text: copies };
  const people = say('peopleWait', { count: found.numberOfHolds });
  if (luckyFree > 0) return { pill: say('luckyDay'), text: people };
  if (found.estimatedReleaseDate !== undefined)
    return {
      text: `${say('releasedOn', { day: farDay(new Date(found.estimatedReleaseDate), now) })} ${people}`,
    };
  return { text: `${waitInWords(found.estimatedWait, now) ?? `${copies} ·`} ${people}` };
}
