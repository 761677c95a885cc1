import * as z from 'zod';
import { titleNames, withTitle } from '../../naming/named-title.js';
import type { Titled } from '../../naming/of-title.kind.js';
import * as is from '../../engine/schema-rules.js';
import { collectionId } from '../copies/copies.schema.js';

const MAX_NUMBER = 1_000_000;
const MAX_PRICE = 1_000_000;

const currency = is.mustBe('a currency code like EUR');

/** By ISO 4217, in upper case: distributors write it in either. */
const currencyCode: z.ZodType<string> = z
  .string(currency)
  .refine((value) => /^[A-Za-z]{3}$/.test(value), currency)
  .transform((value) => value.toUpperCase());

const licence = is.recordSchemas(
  { websiteId: is.id, collectionId, licenceId: is.text(200), ...titleNames },
  {
    concurrency: is.keptIfAbsent(is.wholeNumber(1, MAX_NUMBER)),
    loans: is.keptIfAbsent(is.wholeNumber(0, MAX_NUMBER)),
    startsOn: is.keptIfAbsent(is.dayOrTime),
    endsOn: is.keptIfAbsent(is.dayOrTime),
    model: is.keptIfAbsent(is.key),
    price: is.keptIfAbsent(
      is.numberBetween(0, MAX_PRICE).transform((value) => Math.round(value * 100) / 100),
    ),
    currency: is.keptIfAbsent(currencyCode),
    name: is.keptIfAbsent(is.name),
    holdable: is.keptIfAbsent(is.trueOrFalse),
  },
);
export const licenceSchemas = {
  ...licence,
  whole: licence.whole.transform(withTitle),
  key: licence.key.transform(withTitle),
  names: z.object({ websiteId: is.id, licenceId: is.text(200), ...titleNames }).transform(withTitle),
};
export type NamedLicenceRecord = z.output<typeof licenceSchemas.whole>;
export type NamedLicenceKey = z.output<typeof licenceSchemas.key>;
export type LicenceRecord = Titled<NamedLicenceRecord>;
export type LicenceKey = Titled<NamedLicenceKey>;
