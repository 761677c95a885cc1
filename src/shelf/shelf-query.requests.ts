import { MAX_ID } from '../domain/numbers.js';
import { Field } from '../http/fields/field.decorator.js';
import { freeText, wholeNumber } from '../http/fields/field-rules.js';

/** What links to the page may say. */
export class ShelfQuery {
  /** A library links to the page with its own number. */
  @Field(wholeNumber(1, MAX_ID, 37)) library?: number;
  /** One that the library does not offer is left out. */
  @Field(freeText('de')) lang?: string;
}
