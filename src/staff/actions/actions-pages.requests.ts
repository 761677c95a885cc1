import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';

/** Beyond, there is nothing. */
const MAX_PAGE = 100_000;

export class LogQuery {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_ID) patronId?: number;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
}
