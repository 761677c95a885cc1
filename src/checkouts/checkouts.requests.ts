import { IsOptional } from 'class-validator';
import { IsText, IsTitleId } from '../http/fields/validators.js';

/** Borrow a title (contract: #borrow-a-title). Any of three fields names the title. */
export class CheckoutRequest {
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsText('ebook-epub-adobe') formatType?: string;
}
