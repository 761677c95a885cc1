import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';
import { MAX_ID } from '../../domain/numbers.js';
import { IsEmailAddress } from '../../http/fields/validators.js';
import {
  PREVIEWED_NOTICES,
  type PreviewedNotice,
} from '../../notifications/composing/notice-previews.service.js';
import { Paging } from '../requests/paging.requests.js';

/** One library, or all. */
export class LibraryQuery {
  /** Only those of this library. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
}

export class UnsentMailQuery extends Paging {
  /** Only those of this library. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
}

export class RetryNoticeRequest {
  /** Corrects the address of the hold first. */
  @IsOptional() @IsEmailAddress() emailAddress?: string;
}

export class NoticePreviewQuery {
  /** By default, the language of patrons who have none. The library need not offer it. */
  @IsOptional() @IsIn(LANGUAGES) language?: LanguageCode;
}

export class PreviewPageQuery extends NoticePreviewQuery {
  @IsOptional() @IsIn(PREVIEWED_NOTICES) occasion?: PreviewedNotice;
}
