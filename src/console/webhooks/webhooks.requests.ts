import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { freeText, oneOf } from '../../http/fields/field-rules.js';

/** What is wrong with one of these is shown at its field. */
export class WebhookForm {
  @Field(freeText('https://discovery.example.org/holdfast')) url?: string;
  @Field(freeText('hold.ready,hold.ended')) types?: string;
}

export class StateForm {
  @RequiredField(oneOf(['enabled', 'disabled'])) state!: 'enabled' | 'disabled';
}

/** What is no time is shown again, with the problem. */
export class ReplayForm {
  @Field(freeText('2026-11-21 09:41')) since?: string;
}
