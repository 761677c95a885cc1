import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Label } from '../../http/fields/validators.js';

const MAX_DAYS = 3_650;
const MAX_LOANS = 1_000_000;

export class LicencesQuery {
  /** Licences that end within so many days; 90 by default. */
  @Label('End within days') @IsOptional() @IsInt() @Min(0) @Max(MAX_DAYS) withinDays?: number;
  /** And those that have at most so many loans left; 5 by default. */
  @Label('Or have loans left, at most') @IsOptional() @IsInt() @Min(0) @Max(MAX_LOANS) loansLeft?: number;
}
