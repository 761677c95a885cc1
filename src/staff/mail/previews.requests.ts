import { IsIn, IsOptional } from 'class-validator';
import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';
import { NOTICE_TYPES, type NoticeType } from '../../notifications/notice-types/notice-types.js';

export class PreviewQuery {
  @IsOptional() @IsIn(NOTICE_TYPES) occasion?: NoticeType;
  /** By default, that of patrons who have none. */
  @IsOptional() @IsIn(LANGUAGES) language?: LanguageCode;
}
