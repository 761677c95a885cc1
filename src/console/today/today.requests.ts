import { Field } from '../../http/fields/field.decorator.js';
import { freeText, wholeNumber } from '../../http/fields/field-rules.js';

/** Beyond, there is nothing. */
const MAX_PAGE = 100_000;

export class LibrariesQuery {
  @Field(freeText('harbour')) name?: string;
  @Field(wholeNumber(1, MAX_PAGE)) page?: number;
}
