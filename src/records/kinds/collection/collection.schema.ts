import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';

export const collectionSchemas = is.recordSchemas(
  { websiteId: is.id, collectionId: is.key },
  { name: is.name, accountNumber: is.optional(is.id, null) },
);
export type CollectionRecord = z.output<typeof collectionSchemas.whole>;
export type CollectionKey = z.output<typeof collectionSchemas.key>;
