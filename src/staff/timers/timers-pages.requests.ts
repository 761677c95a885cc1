import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** What is typed may be no time: that is said on the page. */
export class ClosureForm {
  @IsOptional() @IsText() until?: string;
}
