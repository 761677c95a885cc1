import { MAX_ID } from '../../domain/numbers.js';
import { MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { wholeNumber } from '../../http/fields/field-rules.js';
import { Paging } from '../paging.requests.js';

export class QueuesQuery extends Paging {
  /** The highest number of active holds per copy that the library wants; by default, that of its settings. */
  @Field(wholeNumber(1, MAX_HOLDS_PER_COPY)) targetRatio?: number;
  /** How many days a new hold is likely to wait at most; by default, as its settings say. */
  @Field(wholeNumber(1, MAX_TARGET_WAIT_DAYS, 30)) targetWaitDays?: number;
}

export class TitleQueueQuery extends Paging {
  @RequiredField(wholeNumber(1, MAX_ID)) websiteId!: number;
}
