import { IsIn, IsOptional } from 'class-validator';
import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';

export class NoticePreviewQuery {
  /** By default, the language of patrons who have none. The library need not offer it. */
  @IsOptional() @IsIn(LANGUAGES) language?: LanguageCode;
}
