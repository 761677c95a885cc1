import { Refusal } from '../domain/errors.js';
import {
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  SUSPENSION_TYPES,
  type SuspensionType,
  type WantedSuspension,
} from '../domain/holds/suspension.js';
import type { RequiredWhen } from '../http/fields/field.decorator.js';
import { oneOf, wholeNumber } from '../http/fields/field-rules.js';

/** The fields of a suspension, which several requests take. */

export const suspensionType = oneOf(SUSPENSION_TYPES);
export const numberOfDays = wholeNumber(MIN_SUSPENSION_DAYS, MAX_SUSPENSION_DAYS, 14);

export const WHEN_LIMITED: RequiredWhen = {
  when: 'when `suspensionType` is `limited`',
  isMet: (request) => request.suspensionType === 'limited',
};

interface SuspensionFields {
  readonly suspensionType: SuspensionType;
  readonly numberOfDays?: number | undefined;
}

/** @throws Refusal `MissingField` for a limited suspension without days: it must never become an indefinite one */
export function wantedSuspension(fields: SuspensionFields): WantedSuspension {
  if (fields.suspensionType === 'indefinite') return { type: 'indefinite' };
  if (fields.numberOfDays === undefined)
    throw new Refusal('MissingField', `numberOfDays is missing: it is required ${WHEN_LIMITED.when}.`);
  return { type: 'limited', numberOfDays: fields.numberOfDays };
}
