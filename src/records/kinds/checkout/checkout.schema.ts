import type * as z from 'zod';
import { patronAndTitle } from '../../engine/patron-and-title.js';
import * as is from '../../engine/schema-rules.js';

const MAX_FORMAT_LENGTH = 200;

export const checkoutSchemas = is.recordSchemas(patronAndTitle, {
  expires: is.time,
  checkoutDate: is.optional(is.time, null),
  formatType: is.optional(is.text(MAX_FORMAT_LENGTH), null),
});
export type CheckoutRecord = z.output<typeof checkoutSchemas.whole>;
export type CheckoutKey = z.output<typeof checkoutSchemas.key>;
