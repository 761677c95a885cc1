import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';

const MAX_COLLECTIONS = 1_000;

export const categorySchemas = is.recordSchemas(
  { websiteId: is.id, category: is.key },
  {
    collections: is
      .list(is.key, MAX_COLLECTIONS)
      .transform((collectionIds): readonly string[] => [...new Set(collectionIds)].sort()),
    holdLimit: is.optional(is.limit, null),
    checkoutLimit: is.optional(is.limit, null),
  },
);
export type CategoryRecord = z.output<typeof categorySchemas.whole>;
export type CategoryKey = z.output<typeof categorySchemas.key>;
