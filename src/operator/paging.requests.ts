import { Field } from '../http/fields/field.decorator.js';
import { wholeNumber } from '../http/fields/field-rules.js';

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 50;

/** One page of a longer list. */
export class Paging {
  @Field(wholeNumber(1, MAX_PAGE_SIZE)) limit?: number;
  @Field(wholeNumber(0, 2_000_000_000)) offset?: number;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function pageOf({ limit = DEFAULT_PAGE_SIZE, offset = 0 }: Paging): Page {
  return { limit, offset };
}
