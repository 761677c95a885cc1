import { BuyingGoalQuery } from '../queues/queues.requests.js';
import { IsLimit, IsOffset } from '../requests/paging.requests.js';

export class ToBuyQuery extends BuyingGoalQuery {
  /** How many titles to return; 20 by default. */
  @IsLimit() limit?: number;
  /** How many to skip. */
  @IsOffset() offset?: number;
}
