import { MAX_ID } from '../../domain/numbers.js';
import { Field } from '../../http/fields/field.decorator.js';
import { wholeNumber } from '../../http/fields/field-rules.js';
import { Paging } from '../paging.requests.js';

export class ActionsQuery extends Paging {
  @Field(wholeNumber(1, MAX_ID)) websiteId?: number;
  @Field(wholeNumber(1, MAX_ID)) patronId?: number;
}
