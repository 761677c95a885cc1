import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { Paging } from '../requests/paging.requests.js';

export class ActionsQuery extends Paging {
  /** The library’s number; all that the role permits by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
  /** Only what was done for this patron. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) patronId?: number;
}
