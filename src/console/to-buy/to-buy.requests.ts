import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { Field } from '../../http/fields/field.decorator.js';
import { wholeNumber } from '../../http/fields/field-rules.js';

export class ToBuyQuery {
  @Field(wholeNumber(1, MAX_HOLDS_PER_COPY)) targetRatio?: number;
  @Field(wholeNumber(1, MAX_TARGET_WAIT_DAYS, 30)) targetWaitDays?: number;
}
