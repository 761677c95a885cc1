import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { Paging } from '../paging.requests.js';

export class ActionsQuery extends Paging {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) websiteId?: number;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) patronId?: number;
}
