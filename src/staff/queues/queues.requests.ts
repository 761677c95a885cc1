import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { IsTitleId, readField } from '../../http/fields/validators.js';
import { Paging } from '../paging.requests.js';

export class QueuesQuery extends Paging {
  /** Holds for each copy that the library wants to stay within. By default, what its settings say, or 6. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_HOLDS_PER_COPY) targetRatio?: number;
  /**
   * Days that a new hold is likely to wait at most, as the library wants it. By default, what its settings say,
   * or no goal.
   */
  @IsOptional()
  @IsInt({ context: { example: '30' } })
  @Min(1)
  @Max(MAX_TARGET_WAIT_DAYS)
  targetWaitDays?: number;
}

export class TitleQueueQuery extends Paging {
  /** The library’s number. */
  @IsInt() @Min(1) @Max(MAX_ID) websiteId!: number;
}

export class MoveRequest {
  @IsTitleId() to!: string;
}

export function titleIn({ to }: MoveRequest): TitleId {
  return readField(parseTitleId, to);
}
