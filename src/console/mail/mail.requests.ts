import { RequiredField } from '../../http/fields/field.decorator.js';
import { emailAddress, oneOf } from '../../http/fields/field-rules.js';

/** The address to which the notice goes; the hold's own, or a corrected one. */
export class NoticeForm {
  @RequiredField(emailAddress) emailAddress!: string;
}

/** A checkbox: without it, mail stays paused. */
export class ResumeForm {
  @RequiredField(oneOf(['yes'])) originalIsStopped!: 'yes';
}
