import { MAX_ID } from '../domain/numbers.js';
import { Field } from '../http/fields/field.decorator.js';
import { wholeNumber } from '../http/fields/field-rules.js';

/** A library links to the page with its own number. */
export class LibraryQuery {
  @Field(wholeNumber(1, MAX_ID, 37)) library?: number;
}
