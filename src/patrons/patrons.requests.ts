import { FORMAT_CLASSES, type FormatClass, parseFormatClass } from '../domain/lending-period.js';
import { RequiredField } from '../http/fields/field.decorator.js';
import { type FieldRule, wholeNumber } from '../http/fields/field-rules.js';

const formatClass: FieldRule<FormatClass> = {
  allowed: `${FORMAT_CLASSES.join(', ')} (in any case)`,
  refusedWith: 'InvalidFieldValue',
  read: parseFormatClass,
};

/** Update a lending period (contract, endpoint 9). Which days a format offers is told by LENDING_PERIOD_DAYS. */
export class LendingPeriodRequest {
  @RequiredField(formatClass) formatClass!: FormatClass;
  @RequiredField(wholeNumber(0, 9999)) lendingPeriodDays!: number;
}
