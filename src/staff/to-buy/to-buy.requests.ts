import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { Label } from '../../http/fields/validators.js';
import { IsLimit, IsOffset } from '../requests/paging.requests.js';

export class BuyingGoalQuery {
  /** Active holds for each copy; by default, what the library’s settings say, or 6. */
  @Label('Holds per copy, at most')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_HOLDS_PER_COPY)
  targetRatio?: number;
  /** Days that a new hold is likely to wait; by default, what the library’s settings say, or no goal. */
  @Label('Days of likely wait, at most')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_TARGET_WAIT_DAYS)
  targetWaitDays?: number;
}

export class ToBuyQuery extends BuyingGoalQuery {
  /** How many titles to return; 20 by default. */
  @IsLimit() limit?: number;
  /** How many to skip. */
  @IsOffset() offset?: number;
}
