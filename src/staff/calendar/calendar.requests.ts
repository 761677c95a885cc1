import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { ENTRY_KINDS, type EntryKind, REPETITIONS, type Repetition } from '../../domain/library-calendar.js';
import { IsDay } from '../../http/fields/time.js';
import { IsText, Label } from '../../http/fields/validators.js';

export class CalendarEntryRequest {
  /** `closed`: no pickup ends on these days. `holiday`, `term`: the library is open. */
  @IsIn(ENTRY_KINDS, { context: { example: 'closed' } }) kind!: EntryKind;
  /** At most 200 characters. */
  @Label('Name') @IsText('Christmas') name!: string;
  /** In the library’s time zone (`notices.timeZone`, else UTC). */
  @Label('First day') @IsDay() from!: string;
  /** By default, the first day. Before the days are repeated, and within 366 days. */
  @Label('Last day', 'Empty: the first day.') @IsOptional() @IsDay() to?: string;
  /** By default, the days are not repeated. */
  @IsOptional() @IsIn(REPETITIONS) repeats?: Repetition;
  /** The last day that can be one of them. By default, they are repeated without an end. */
  @Label('Repeated until', 'Empty: without an end.')
  @IsOptional()
  @IsDay()
  until?: string;
  /** True: holds that wait do not become ready on these days, on which the library is closed. They are suspended until it opens. */
  @IsOptional() @IsBoolean() suspendsHolds?: boolean;
}
