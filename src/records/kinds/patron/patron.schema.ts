import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';

const MAX_PIN_LENGTH = 128;

export const patronSchemas = is.recordSchemas(
  { websiteId: is.id, patronId: is.id },
  {
    category: is.key,
    cardNumber: is.optional(is.cardNumber, null),
    pin: is.optional(is.text(MAX_PIN_LENGTH), null),
    holdLimit: is.optional(is.limit, null),
    checkoutLimit: is.optional(is.limit, null),
    language: is.optional(is.language, null),
  },
);
export type PatronRecord = z.output<typeof patronSchemas.whole>;
export type PatronRecordKey = z.output<typeof patronSchemas.key>;
