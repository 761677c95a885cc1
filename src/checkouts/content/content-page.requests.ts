import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** The end of a link and its signature, as text: after any change of them the link is unknown. */
export class ContentPageQuery {
  /** When the link ends, in Unix seconds. */
  @IsOptional() @IsText('1795254067') expires?: string;
  /** Over the address with its end. */
  @IsOptional() @IsText('3q2-7w1c9b5nVfF0Zb1zQ6mJv8y4tYxR2uKpLsEoDaM') signature?: string;
}
