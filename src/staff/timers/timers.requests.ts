import { IsOptional } from 'class-validator';
import { IsTime, parseTime } from '../../http/fields/time.js';
import { IsText, readField } from '../../http/fields/validators.js';

export class ClosureRequest {
  /** Within the next 365 days. */
  @IsTime() until!: string;
}

export function endOf({ until }: ClosureRequest): Date {
  return readField(parseTime, until);
}

/** What is typed may be no time: that is said on the page. */
export class ClosureForm {
  @IsOptional() @IsText() until?: string;
}
