import { IsTime } from '../../http/fields/time.js';

export class ClosureRequest {
  /** Within the next 365 days. Without a zone, in the library’s time zone (`notices.timeZone`, else UTC); a day alone is its end. */
  @IsTime() until!: string;
}
