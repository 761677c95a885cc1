import { IsOptional } from 'class-validator';
import { IsText, IsTitleId } from '../http/fields/validators.js';

/** Lock a format in (contract: #lock-a-format-in). The path names the title; fields that name it too must agree. */
export class LockFormatRequest {
  @IsText('ebook-epub-adobe') formatType!: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsTitleId() id?: string;
}

const PAGE = 'https://www.example.org/download-failed';

/** Addresses of the client's own pages, as both generations of clients send them. */
export class DownloadQuery {
  @IsOptional() @IsText(PAGE) errorpageurl?: string;
  @IsOptional() @IsText(PAGE) odreadauthurl?: string;
  @IsOptional() @IsText(PAGE) errorurl?: string;
  @IsOptional() @IsText(PAGE) successurl?: string;
}
