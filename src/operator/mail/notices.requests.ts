import { NOTICE_LANGUAGES, type NoticeLanguageCode } from '../../domain/notice-languages.js';
import { Field } from '../../http/fields/field.decorator.js';
import { oneOf } from '../../http/fields/field-rules.js';

export class NoticePreviewQuery {
  @Field(oneOf(NOTICE_LANGUAGES)) language?: NoticeLanguageCode;
}
