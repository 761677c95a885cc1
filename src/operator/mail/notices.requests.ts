import { IsIn, IsOptional } from 'class-validator';
import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';

export class NoticePreviewQuery {
  @IsOptional() @IsIn(LANGUAGES) language?: LanguageCode;
}
