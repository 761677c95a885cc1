import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** A card, a number, an address, or words of a title. */
export class SearchForm {
  @IsOptional() @IsText() sought?: string;
}
