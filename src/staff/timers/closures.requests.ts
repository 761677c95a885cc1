import { IsTime, parseTime } from '../../http/fields/time.js';
import { readField } from '../../http/fields/validators.js';

export class ClosureRequest {
  /** Within the next 365 days. */
  @IsTime() until!: string;
}

export function endOf({ until }: ClosureRequest): Date {
  return readField(parseTime, until);
}
