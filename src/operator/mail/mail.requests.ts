import { MAX_ID } from '../../domain/numbers.js';
import { Field } from '../../http/fields/field.decorator.js';
import { emailAddress, wholeNumber } from '../../http/fields/field-rules.js';
import { Paging } from '../paging.requests.js';

/** One library, or all. */
export class LibraryQuery {
  @Field(wholeNumber(1, MAX_ID)) websiteId?: number;
}

export class UnsentMailQuery extends Paging {
  @Field(wholeNumber(1, MAX_ID)) websiteId?: number;
}

export class RetryNoticeRequest {
  @Field(emailAddress) emailAddress?: string;
}
