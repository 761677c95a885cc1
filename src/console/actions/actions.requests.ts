import { MAX_ID } from '../../domain/numbers.js';
import { Field } from '../../http/fields/field.decorator.js';
import { wholeNumber } from '../../http/fields/field-rules.js';

/** Beyond, there is nothing. */
const MAX_PAGE = 100_000;

export class LogQuery {
  @Field(wholeNumber(1, MAX_ID)) patronId?: number;
  @Field(wholeNumber(1, MAX_PAGE)) page?: number;
}
