import { IsInt, IsOptional, Max, Min } from 'class-validator';

const MAX_WEEKS = 52;

export class ForecastQuery {
  /** How many weeks, the present one included. */
  @IsOptional() @IsInt() @Min(1) @Max(MAX_WEEKS) weeks?: number;
}
