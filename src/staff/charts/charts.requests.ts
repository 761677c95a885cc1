import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_DAYS = 731;

export class ChartsQuery {
  /** How many days until now; 30 by default. */
  @IsOptional() @IsInt() @Min(2) @Max(MAX_DAYS) days?: number;
}
