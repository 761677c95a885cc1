import type { EventType } from '../../events/event-types.js';
import { Field, RequiredField } from '../../http/fields/field.decorator.js';
import { type FieldRule, trueOrFalse } from '../../http/fields/field-rules.js';
import { type RequestedTime, since } from '../../http/fields/since.rule.js';
import { eventTypes } from '../events/events.requests.js';

const MAX_URL_LENGTH = 2_000;

export const receiverUrl: FieldRule<string> = {
  allowed: `an https:// address of at most ${MAX_URL_LENGTH} characters, without user, password and fragment`,
  schema: { type: 'string', maxLength: MAX_URL_LENGTH, example: 'https://discovery.example.org/holdfast' },
  refusedWith: 'InvalidFieldValue',
  read: (text) => {
    if (text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
    const { username, password, hash, href } = new URL(text);
    return username === '' && password === '' && hash === '' ? href : undefined;
  },
};

export class WebhookRequest {
  @RequiredField(receiverUrl) url!: string;
  @Field(eventTypes) types?: readonly EventType[];
}

export class WebhookChangeRequest {
  @Field(receiverUrl) url?: string;
  @Field(eventTypes) types?: readonly EventType[];
  @Field(trueOrFalse) enabled?: boolean;
}

export class ReplayRequest {
  @RequiredField(since) since!: RequestedTime;
}
