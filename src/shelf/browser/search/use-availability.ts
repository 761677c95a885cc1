import { useEffect, useState } from 'preact/hooks';
import { expand } from '../http/addresses.js';
import type { AvailabilityList, AvailabilityRecord, TitleRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';

export type Found = ReadonlyMap<string, AvailabilityRecord>;

/** What was read before is there at once after Back. */
const known = new WeakMap<readonly TitleRecord[], Found>();

/**
 * How available titles are, by one request for all of them; undefined until it has an answer. What cannot be read is left out: the
 * search has the titles.
 */
export function useAvailability(products: readonly TitleRecord[]): Found | undefined {
  const { client, patron } = useShelf();
  const [found, setFound] = useState(known.get(products));
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
      () => isOver || setFound(new Map()),
    );
    return () => {
      isOver = true;
    };
  }, [client, template, products]);
  return found;
}
