import type * as z from 'zod';
import type { Titled } from '../../naming/of-title.kind.js';
import { named, type Numbered, patronAndTitle } from '../../naming/patron-and-title.js';
import * as is from '../../engine/schema-rules.js';

const MAX_FORMAT_LENGTH = 200;

const checkout = is.recordSchemas(patronAndTitle, {
  expires: is.time,
  checkoutDate: is.optional(is.time, null),
  formatType: is.optional(is.text(MAX_FORMAT_LENGTH), null),
});
export const checkoutSchemas = {
  ...checkout,
  key: checkout.key.transform(named),
  whole: checkout.whole.transform(named),
};
export type NamedCheckoutRecord = z.output<typeof checkoutSchemas.whole>;
export type NamedCheckoutKey = z.output<typeof checkoutSchemas.key>;
export type CheckoutRecord = Numbered<Titled<NamedCheckoutRecord>>;
export type CheckoutKey = Numbered<Titled<NamedCheckoutKey>>;
