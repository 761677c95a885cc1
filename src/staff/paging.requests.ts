import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_PAGE_SIZE = 500;
const DEFAULT_PAGE_SIZE = 50;

/** One page of a longer list. */
export class Paging {
  /** How many to return; 50 by default. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) limit?: number;
  /** How many to skip. */
  @IsOptional() @IsInt() @Min(0) @Max(2_000_000_000) offset?: number;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export function pageOf({ limit = DEFAULT_PAGE_SIZE, offset = 0 }: Paging): Page {
  return { limit, offset };
}
