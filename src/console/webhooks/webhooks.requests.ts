import type { EventType } from '../../events/event-types.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { oneOf } from '../../http/fields/field-rules.js';
import { type RequestedTime, since } from '../../http/fields/since.rule.js';
import { eventTypes } from '../../operator/events/events.requests.js';
import { receiverUrl } from '../../operator/webhooks/webhooks.requests.js';

export class WebhookForm {
  @RequiredField(receiverUrl) url!: string;
  @Field(eventTypes) types?: readonly EventType[];
}

export class StateForm {
  @RequiredField(oneOf(['enabled', 'disabled'])) state!: 'enabled' | 'disabled';
}

export class ReplayForm {
  @RequiredField(since) since!: RequestedTime;
}
