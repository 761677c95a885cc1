import { useEffect, useState } from 'preact/hooks';
import { expand } from '../http/addresses.js';
import type { AvailabilityList, AvailabilityRecord, TitleRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';

type Found = ReadonlyMap<string, AvailabilityRecord>;

/** What was read before is there at once after Back. */
const known = new WeakMap<readonly TitleRecord[], Found>();

/** How available titles are, by one request for all of them. What cannot be read is left out: the search has the titles. */
export function useAvailability(products: readonly TitleRecord[]): Found {
  const { client, patron } = useShelf();
  const [found, setFound] = useState<Found>(() => known.get(products) ?? new Map());
  const template = patron.linkTemplates?.availabilityList?.href;
  useEffect(() => {
    if (template === undefined || products.length === 0) return;
    let isOver = false;
    const reserveIds = products.map(({ id }) => id).join(',');
    client.get<AvailabilityList>(expand(template, { reserveIds })).then(
      ({ availability }) => {
        const read = new Map(availability.map((each) => [each.id, each]));
        known.set(products, read);
        if (!isOver) setFound(read);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, template, products]);
  return found;
}
