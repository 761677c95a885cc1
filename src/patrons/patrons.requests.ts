import { FORMAT_CLASSES, type FormatClass, parseFormatClass } from '../domain/lending-period.js';
import { parseWholeNumber } from '../domain/numbers.js';
import { RequiredField } from '../http/fields/field.decorator.js';
import type { FieldRule } from '../http/fields/field-rules.js';

const formatClass: FieldRule<FormatClass> = {
  allowed: `${FORMAT_CLASSES.join(', ')} (in any case)`,
  schema: { type: 'string', enum: FORMAT_CLASSES, example: 'eBook' },
  refusedWith: 'InvalidFieldValue',
  read: parseFormatClass,
};

/** Any whole number: one that is not on the format's list, however large, is refused as a lending period. */
const lendingPeriodDays: FieldRule<number> = {
  allowed: 'one of the days that the format offers, in plain digits',
  schema: { type: 'integer', minimum: 1, example: '14' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => parseWholeNumber(text, 0, Infinity),
};

/** Choose a lending period (contract: #choose-a-lending-period). LENDING_PERIOD_DAYS has the days of each format. */
export class LendingPeriodRequest {
  @RequiredField(formatClass) formatClass!: FormatClass;
  @RequiredField(lendingPeriodDays) lendingPeriodDays!: number;
}
