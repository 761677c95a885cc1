import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { Paging } from '../paging.requests.js';

export class QueuesQuery extends Paging {
  /** The highest number of active holds per copy that the library wants; by default, that of its settings. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  /** How many days a new hold is likely to wait at most; by default, as its settings say. */
  @IsOptional()
  @IsInt({ context: { example: '30' } })
  @Min(1)
  @Max(MAX_TARGET_WAIT_DAYS)
  targetWaitDays?: number;
}

export class TitleQueueQuery extends Paging {
  @IsInt() @Min(1) @Max(MAX_ID) websiteId!: number;
}
