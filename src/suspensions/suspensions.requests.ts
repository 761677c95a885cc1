import {
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  SUSPENSION_TYPES,
  type SuspensionType,
  type WantedSuspension,
} from '../domain/suspension.js';
import { Field, type RequiredWhen, RequiredField } from '../http/fields/field.decorator.js';
import { freeText, oneOf, wholeNumber } from '../http/fields/field-rules.js';

const WHEN_LIMITED: RequiredWhen = {
  when: 'when `suspensionType` is `limited`',
  isMet: (request) => request.suspensionType === 'limited',
};

/** Suspend a hold, or change its suspension (contract, endpoints 4 and 5). */
export class SuspensionRequest {
  /** Not looked at for a hold without an address: only the service knows which those are. */
  @Field(freeText('reader@example.org')) emailAddress?: string;
  @RequiredField(oneOf(SUSPENSION_TYPES)) suspensionType!: SuspensionType;
  @RequiredField(wholeNumber(MIN_SUSPENSION_DAYS, MAX_SUSPENSION_DAYS, 14), WHEN_LIMITED)
  numberOfDays?: number;
}

export function wantedSuspension({ suspensionType, numberOfDays }: SuspensionRequest): WantedSuspension {
  if (suspensionType === 'indefinite' || numberOfDays === undefined) return { type: 'indefinite' };
  return { type: 'limited', numberOfDays };
}
