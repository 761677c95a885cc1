import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';
import { Field } from '../../http/fields/field.decorator.js';
import { oneOf } from '../../http/fields/field-rules.js';

export class NoticePreviewQuery {
  @Field(oneOf(LANGUAGES)) language?: LanguageCode;
}
