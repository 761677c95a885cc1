import { IsOptional } from 'class-validator';
import { IsEmailAddress, IsTitleId } from '../http/fields/validators.js';

/** Watch a title (contract: #watches). Any of three fields names it. */
export class WatchRequest {
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  /** Where it is told that a copy is free, that the library has bought the title, or that it no longer has it. Absent: nowhere. */
  @IsOptional() @IsEmailAddress() emailAddress?: string;
}
