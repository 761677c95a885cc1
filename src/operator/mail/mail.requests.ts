import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { IsEmailAddress } from '../../http/fields/validators.js';
import { Paging } from '../paging.requests.js';

/** One library, or all. */
export class LibraryQuery {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
}

export class UnsentMailQuery extends Paging {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
}

export class RetryNoticeRequest {
  @IsOptional() @IsEmailAddress() emailAddress?: string;
}
