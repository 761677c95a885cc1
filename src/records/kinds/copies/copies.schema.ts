import * as z from 'zod';
import { titleNames, withReserveId } from '../../naming/named-title.js';
import * as is from '../../engine/schema-rules.js';

const MAX_COPIES = 1_000_000;

const copies = is.recordSchemas(
  { websiteId: is.id, collectionId: is.key, ...titleNames },
  { copiesOwned: is.wholeNumber(0, MAX_COPIES) },
);
export const copiesSchemas = {
  ...copies,
  whole: copies.whole.transform(withReserveId),
  key: copies.key.transform(withReserveId),
  names: z.object({ websiteId: is.id, ...titleNames }).transform(withReserveId),
};
export type CopiesRecord = z.output<typeof copiesSchemas.whole>;
export type CopiesKey = z.output<typeof copiesSchemas.key>;
