import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';
import { Field } from '../../http/fields/field.decorator.js';
import { oneOf } from '../../http/fields/field-rules.js';
import { OCCASIONS, type Occasion } from '../../notifications/occasions/occasions.js';

export class PreviewQuery {
  @Field(oneOf(OCCASIONS)) occasion?: Occasion;
  /** By default, that of patrons who have none. */
  @Field(oneOf(LANGUAGES)) language?: LanguageCode;
}
