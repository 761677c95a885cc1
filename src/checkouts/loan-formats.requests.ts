import { IsOptional } from 'class-validator';
import { IsText, IsTitleId } from '../http/fields/validators.js';

/** Lock a format in (contract: #lock-a-format-in). The path names the title; a field that names it must agree. */
export class LockFormatRequest {
  @IsText('ebook-epub-adobe') formatType!: string;
  /** The title of the path. */
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsTitleId() id?: string;
}

const PAGE = 'https://www.example.org/download-failed';

/** Addresses of the client's own pages, as older and newer clients send them. */
export class DownloadQuery {
  /** The client’s page for errors, to which a refused redirect leads. */
  @IsOptional() @IsText(PAGE) errorpageurl?: string;
  /** Ignored. */
  @IsOptional() @IsText(PAGE) odreadauthurl?: string;
  /** The same as `errorpageurl`, which goes before it. */
  @IsOptional() @IsText(PAGE) errorurl?: string;
  /** Ignored. */
  @IsOptional() @IsText(PAGE) successurl?: string;
}
