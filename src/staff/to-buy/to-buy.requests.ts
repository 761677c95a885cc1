import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';

/** More than the longest list has. */
const MAX_PAGE = 1_000;

export class ToBuyQuery {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_TARGET_WAIT_DAYS) targetWaitDays?: number;
  /** Of the page, not of the file. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
}
