import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';

export class ToBuyQuery {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_TARGET_WAIT_DAYS) targetWaitDays?: number;
}
