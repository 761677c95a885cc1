import { IsIn, IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** The address to which the notice goes: the hold's own, or a corrected one. What is none is shown again, with the problem. */
export class NoticeForm {
  @IsOptional() @IsText() emailAddress?: string;
}

/** A checkbox: without it, mail stays paused. */
export class ResumeForm {
  @IsIn(['yes']) originalIsStopped!: 'yes';
}
