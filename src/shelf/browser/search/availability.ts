import type { ApiClient } from '../http/api-client.js';
import { expand } from '../http/addresses.js';
import type {
  AvailabilityList,
  AvailabilityRecord,
  Link,
  OtherFormat,
  OtherFormatsList,
  PatronRecord,
  SearchResult,
} from '../http/records.js';
import { waitInWords } from '../holds/condition.js';
import { farDay } from '../times.js';
import { say } from '../words/say.js';

/** A page of a search, with how available its titles and their other formats are. */
export interface FoundPage extends SearchResult {
  readonly availability: ReadonlyMap<string, AvailabilityRecord>;
  readonly others: OtherFormatsOf;
}

/**
 * A page, and how available its titles and their other formats are: they are shown together. What cannot be read of the latter is left out.
 * @throws ApiError
 */
export async function readPage(
  client: ApiClient,
  patron: PatronRecord,
  address: string,
  signal?: AbortSignal,
): Promise<FoundPage> {
  const { linkTemplates } = patron;
  const page = await client.get<SearchResult>(address, signal);
  const ids = page.products.map(({ id }) => id);
  const [found, others] = await Promise.all([
    readOf<AvailabilityList>(client, linkTemplates?.availabilityList, ids, signal),
    readOtherFormats(client, patron, ids, signal),
  ]);
  return { ...page, availability: new Map(found?.availability.map((each) => [each.id, each])), others };
}

/** As many as one request may name. */
const MAX_TITLES = 50;

/** What the address of a template answers about titles; undefined where nothing is asked, or it cannot be read. */
async function readOf<List>(
  client: ApiClient,
  template: Link | undefined,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<List | undefined> {
  if (template === undefined || ids.length === 0) return undefined;
  const reserveIds = ids.slice(0, MAX_TITLES).join(',');
  return client.get<List>(expand(template.href, { reserveIds }), signal).catch(() => undefined);
}

/** The other formats of titles, by the ids of these. */
export type OtherFormatsOf = ReadonlyMap<string, readonly OtherFormat[]>;

/** What cannot be read is left out. */
export async function readOtherFormats(
  client: ApiClient,
  { linkTemplates }: PatronRecord,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<OtherFormatsOf> {
  const found = await readOf<OtherFormatsList>(client, linkTemplates?.otherFormats, ids, signal);
  return new Map(found?.titles.map(({ id, otherFormats }) => [id, otherFormats]));
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
