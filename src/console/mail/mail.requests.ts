import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf } from '../../http/fields/field-rules.js';

/** The address to which the notice goes: the hold's own, or a corrected one. What is none is shown again, with the problem. */
export class NoticeForm {
  @Field(freeText('reader@example.org')) emailAddress?: string;
}

/** A checkbox: without it, mail stays paused. */
export class ResumeForm {
  @RequiredField(oneOf(['yes'])) originalIsStopped!: 'yes';
}
