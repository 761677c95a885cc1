import { MAX_ID } from '../domain/numbers.js';
import { Field, RequiredField } from '../http/fields/field.decorator.js';
import { wholeNumber } from '../http/fields/field-rules.js';
import { Paging } from './paging.requests.js';

/** Many libraries buy another copy at six holds per copy. */
export const DEFAULT_TARGET_RATIO = 6;

export class QueuesQuery extends Paging {
  /** The highest number of live holds per copy that the library wants. */
  @Field(wholeNumber(1, 1000)) targetRatio?: number;
}

export class TitleQueueQuery extends Paging {
  @RequiredField(wholeNumber(1, MAX_ID)) websiteId!: number;
}
