import { IsOptional } from 'class-validator';
import { IsTime } from '../../http/fields/time.js';
import { IsText } from '../../http/fields/validators.js';

export class ClosureRequest {
  /** Within the next 365 days. Without a zone, in the library’s time zone (`notices.timeZone`, else UTC); a day alone is its end. */
  @IsTime() until!: string;
}

/** What is typed may be no time: that is said on the page. */
export class ClosureForm {
  @IsOptional() @IsText() until?: string;
}
