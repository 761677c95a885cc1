import * as z from 'zod';
import { titleNames, withTitle } from '../../naming/named-title.js';
import type { Titled } from '../../naming/of-title.kind.js';
import { pickupHours } from '../library/library.schema.js';
import * as is from '../../engine/schema-rules.js';

const MAX_COPIES = 1_000_000;

/** An empty identifier means the library's only collection. */
export const collectionId = is.optional(is.key, '');

const copies = is.recordSchemas(
  { websiteId: is.id, collectionId, ...titleNames },
  {
    copiesOwned: is.wholeNumber(0, MAX_COPIES),
    holdable: is.keptIfAbsent(is.trueOrFalse),
    pickupHours: is.keptIfAbsent(pickupHours),
  },
);
export const copiesSchemas = {
  ...copies,
  whole: copies.whole.transform(withTitle),
  key: copies.key.transform(withTitle),
  names: z.object({ websiteId: is.id, ...titleNames }).transform(withTitle),
};
export type NamedCopiesRecord = z.output<typeof copiesSchemas.whole>;
export type NamedCopiesKey = z.output<typeof copiesSchemas.key>;
export type CopiesRecord = Titled<NamedCopiesRecord>;
export type CopiesKey = Titled<NamedCopiesKey>;
