import type { TitleId } from '../domain/titles/title-id.js';
import type { SuspensionType } from '../domain/holds/suspension.js';
import { Field, RequiredField, type RequiredWhen } from '../http/fields/field.decorator.js';
import { emailAddress, titleId, trueOrFalse } from '../http/fields/field-rules.js';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import type { WantedHold } from './holds.service.js';
import { numberOfDays, suspensionType, wantedSuspension, WHEN_LIMITED } from './suspension.requests.js';

const UNLESS_EMAIL_IS_IGNORED: RequiredWhen = {
  when: 'unless `ignoreHoldEmail` is true',
  isMet: (request) => ignoresEmail(request) !== true,
};

/** Whether the hold is to have no address, by whichever of the two names says so. Undefined if neither does. */
export function ignoresEmail<Value>(request: {
  readonly ignoreHoldEmail?: Value;
  readonly ignoreEmail?: Value;
}): Value | undefined {
  return request.ignoreHoldEmail ?? request.ignoreEmail;
}

/** Place a hold (contract: #place-a-hold). Any of three fields names the title, or the path. */
export class PlaceHoldRequest {
  @Field(titleId) id?: TitleId;
  @Field(titleId) reserveId?: TitleId;
  @Field(titleId) crossRefId?: TitleId;
  @Field(trueOrFalse) ignoreHoldEmail?: boolean;
  /** What some clients call `ignoreHoldEmail`, which goes before it. */
  @Field(trueOrFalse) ignoreEmail?: boolean;
  @RequiredField(emailAddress, UNLESS_EMAIL_IS_IGNORED) emailAddress?: string;
  @Field(suspensionType) suspensionType?: SuspensionType;
  @RequiredField(numberOfDays, WHEN_LIMITED) numberOfDays?: number;
}

/** @throws Refusal `MissingField` when nothing names a title */
export function wantedHold(request: PlaceHoldRequest, inPath?: TitleId): WantedHold {
  const { emailAddress, suspensionType, numberOfDays } = request;
  return {
    titles: someTitlesNamedBy(request, inPath),
    emailAddress,
    ignoreHoldEmail: ignoresEmail(request),
    suspension: suspensionType && wantedSuspension({ suspensionType, numberOfDays }),
  };
}

/** Change a hold's e-mail address (contract: #change-a-hold). */
export class EditHoldRequest {
  @Field(titleId) id?: TitleId;
  @Field(titleId) reserveId?: TitleId;
  @Field(titleId) crossRefId?: TitleId;
  @Field(trueOrFalse) ignoreHoldEmail?: boolean;
  /** What some clients call `ignoreHoldEmail`, which goes before it. */
  @Field(trueOrFalse) ignoreEmail?: boolean;
  @Field(emailAddress) emailAddress?: string;
}
