import { Field } from '../../http/fields/field.decorator.js';
import { wholeNumber } from '../../http/fields/field-rules.js';

const MOST_ROWS = 500;
const USUAL_ROWS = 50;

/** A stretch of a longer list. */
export class Paging {
  @Field(wholeNumber(1, MOST_ROWS)) limit?: number;
  @Field(wholeNumber(0, 2_000_000_000)) offset?: number;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function pageOf({ limit = USUAL_ROWS, offset = 0 }: Paging): Page {
  return { limit, offset };
}
