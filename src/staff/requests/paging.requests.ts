import { applyDecorators } from '@nestjs/common';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 50;
const MAX_OFFSET = 2_000_000_000;

/** One page of a longer list. */
export class Paging {
  /** How many to return; 50 by default. */
  @IsLimit() limit?: number;
  /** How many to skip. */
  @IsOffset() offset?: number;
}

/** For requests that are not only a `Paging`. */
export function IsLimit(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsInt(), Min(1), Max(MAX_PAGE_SIZE));
}

export function IsOffset(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsInt(), Min(0), Max(MAX_OFFSET));
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function pageOf({ limit = DEFAULT_PAGE_SIZE, offset = 0 }: Paging): Page {
  return { limit, offset };
}
