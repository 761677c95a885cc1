import { Refusal } from '../domain/errors.js';
import {
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  type SentAddress,
  SUSPENSION_TYPES,
  type SuspensionType,
  type WantedSuspension,
} from '../domain/suspension.js';
import { Field, notAllowed, RequiredField, type RequiredWhen } from '../http/fields/field.decorator.js';
import { emailAddress, type FieldRule, freeText, oneOf, wholeNumber } from '../http/fields/field-rules.js';

const WHEN_LIMITED: RequiredWhen = {
  when: 'when `suspensionType` is `limited`',
  isMet: ({ suspensionType }) => suspensionType === 'limited',
};

/** Any text: whether it has to be an address depends on the hold, and only the service knows that. */
const sentAddress: FieldRule<SentAddress> = {
  ...freeText('reader@example.org'),
  read: (text) => ({
    text,
    problem: emailAddress.read(text) === undefined ? notAllowed('emailAddress', emailAddress) : undefined,
  }),
};

/** Suspend a hold, or change its suspension (contract: #suspend-a-hold, contract: #change-a-suspension). */
export class SuspensionRequest {
  @Field(sentAddress) emailAddress?: SentAddress;
  @RequiredField(oneOf(SUSPENSION_TYPES)) suspensionType!: SuspensionType;
  @RequiredField(wholeNumber(MIN_SUSPENSION_DAYS, MAX_SUSPENSION_DAYS, 14), WHEN_LIMITED)
  numberOfDays?: number;
}

/** @throws Refusal `MissingField` for a limited suspension without days: it must never become an indefinite one */
export function wantedSuspension({ suspensionType, numberOfDays }: SuspensionRequest): WantedSuspension {
  if (suspensionType === 'indefinite') return { type: 'indefinite' };
  if (numberOfDays === undefined)
    throw new Refusal('MissingField', `numberOfDays is missing: it is required ${WHEN_LIMITED.when}.`);
  return { type: 'limited', numberOfDays };
}
