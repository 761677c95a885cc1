import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** Beyond, there is nothing. */
const MAX_PAGE = 100_000;

export class LibrariesQuery {
  @IsOptional() @IsText() name?: string;
  @IsOptional() @IsInt() @Min(1) @Max(MAX_PAGE) page?: number;
}
