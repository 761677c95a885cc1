import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';

const MAX_COPIES = 1_000_000;

export const copiesSchemas = is.recordSchemas(
  { websiteId: is.id, collectionId: is.key, reserveId: is.reserveId },
  { copiesOwned: is.wholeNumber(0, MAX_COPIES) },
);
export type CopiesRecord = z.output<typeof copiesSchemas.whole>;
export type CopiesKey = z.output<typeof copiesSchemas.key>;
