import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { IsEmailAddress } from '../../http/fields/validators.js';
import { Paging } from '../paging.requests.js';

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
