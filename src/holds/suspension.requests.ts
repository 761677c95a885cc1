import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { refusedField } from '../domain/errors.js';
import {
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  type SuspensionType,
  type WantedSuspension,
} from '../domain/holds/suspension.js';

const WHEN_LIMITED = 'when `suspensionType` is `limited`';

/** The length of a suspension, beside a field `suspensionType`. */
export function IsNumberOfDays(): PropertyDecorator {
  return applyDecorators(
    ValidateIf(
      ({ suspensionType, until }: Partial<SuspensionFields>) =>
        suspensionType === 'limited' && until === undefined,
      { context: { when: WHEN_LIMITED } },
    ),
    IsInt({ context: { example: '14' } }),
    Min(MIN_SUSPENSION_DAYS),
    Max(MAX_SUSPENSION_DAYS),
  );
}

interface SuspensionFields {
  readonly suspensionType: SuspensionType;
  readonly numberOfDays?: number | undefined;
  /** Only staff may name the end. */
  readonly until?: string | undefined;
}

/** @throws Refusal `MissingField` for a limited suspension without days: it must never become an indefinite one */
export function wantedSuspension(fields: SuspensionFields): WantedSuspension {
  if (fields.suspensionType === 'indefinite') return { type: 'indefinite' };
  if (fields.numberOfDays === undefined)
    throw refusedField('numberOfDays', `is missing: it is required ${WHEN_LIMITED}.`, 'MissingField');
  return { type: 'limited', numberOfDays: fields.numberOfDays };
}
