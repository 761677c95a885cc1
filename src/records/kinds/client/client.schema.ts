import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';

const MAX_SECRET_LENGTH = 512;
const MIN_SECRET_LENGTH = 16;
const MAX_LIBRARIES = 10_000;

export const clientSchemas = is.recordSchemas(
  { clientId: is.key },
  {
    secret: is.text(MAX_SECRET_LENGTH, MIN_SECRET_LENGTH),
    websiteIds: is
      .list(is.id, MAX_LIBRARIES)
      .transform((websiteIds): readonly number[] => [...new Set(websiteIds)].sort((a, b) => a - b)),
  },
);
export type ClientRecord = z.output<typeof clientSchemas.whole>;
export type ClientKey = z.output<typeof clientSchemas.key>;
