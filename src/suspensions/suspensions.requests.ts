import type { SentAddress, SuspensionType } from '../domain/holds/suspension.js';
import type { TitleId } from '../domain/titles/title-id.js';
import {
  numberOfDays,
  suspensionType,
  wantedSuspension,
  WHEN_LIMITED,
} from '../holds/suspension.requests.js';
import { Field, notAllowed, RequiredField } from '../http/fields/field.decorator.js';
import { emailAddress, type FieldRule, freeText, titleId, trueOrFalse } from '../http/fields/field-rules.js';
import { titlesNamedBy } from '../http/fields/title-fields.js';
import type { RequestedSuspension } from './suspensions.service.js';

/** Any text: whether it has to be an address depends on the hold, and only the service knows that. */
const sentAddress: FieldRule<SentAddress> = {
  ...freeText('reader@example.org'),
  read: (text) => ({
    text,
    problem: emailAddress.read(text) === undefined ? notAllowed('emailAddress', emailAddress) : undefined,
  }),
};

/**
 * Suspend a hold, or change its suspension (contract: #suspend-a-hold, contract: #change-a-suspension). The path names the
 * title; fields that name it too must agree.
 */
export class SuspensionRequest {
  @Field(titleId) id?: TitleId;
  @Field(titleId) reserveId?: TitleId;
  @Field(titleId) crossRefId?: TitleId;
  @Field(sentAddress) emailAddress?: SentAddress;
  @RequiredField(suspensionType) suspensionType!: SuspensionType;
  @RequiredField(numberOfDays, WHEN_LIMITED) numberOfDays?: number;
}

/** @throws Refusal `MissingField` for a limited suspension without days */
export function requestedSuspension(request: SuspensionRequest): RequestedSuspension {
  return {
    titlesNamed: titlesNamedBy(request),
    suspension: wantedSuspension(request),
    emailAddress: request.emailAddress,
  };
}

/** Suspend all holds (contract: #suspend-all-holds). It takes no address: the holds may have different ones. */
export class SuspendAllRequest {
  @RequiredField(suspensionType) suspensionType!: SuspensionType;
  @RequiredField(numberOfDays, WHEN_LIMITED) numberOfDays?: number;
  /** Without it, ready holds keep the copies that are set aside for them. */
  @Field(trueOrFalse) includeReady?: boolean;
}
