import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { MAX_ID } from '../domain/numbers.js';
import { IsText } from '../http/fields/validators.js';

/** What links to the page may say. */
export class ShelfQuery {
  /** Offer this library only to sign in to. */
  @IsOptional() @IsInt({ context: { example: '37' } }) @Min(1) @Max(MAX_ID) library?: number;
  /**
   * The language of the page, before the one of the browser. One that the library does not offer is left out.
   */
  @IsOptional() @IsText('de') lang?: string;
}
