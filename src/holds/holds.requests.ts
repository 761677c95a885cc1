import { IsBoolean, IsIn, IsOptional, ValidateIf } from 'class-validator';
import type { TitleId } from '../domain/titles/title-id.js';
import { SUSPENSION_TYPES, type SuspensionType } from '../domain/holds/suspension.js';
import { IsEmailAddress, IsTitleId } from '../http/fields/validators.js';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import type { WantedHold } from './holds.service.js';
import { IsNumberOfDays, wantedSuspension } from './suspension.requests.js';

/** Whether the hold is to have no address, by whichever of the two names says so. Undefined if neither does. */
export function ignoresEmail<Value>(request: {
  readonly ignoreHoldEmail?: Value;
  readonly ignoreEmail?: Value;
}): Value | undefined {
  return request.ignoreHoldEmail ?? request.ignoreEmail;
}

/** Place a hold (contract: #place-a-hold). Any of three fields names the title, or the path. */
export class PlaceHoldRequest {
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsBoolean() ignoreHoldEmail?: boolean;
  /** What some clients call `ignoreHoldEmail`, which goes before it. */
  @IsOptional() @IsBoolean() ignoreEmail?: boolean;
  @ValidateIf((request: PlaceHoldRequest) => ignoresEmail(request) !== true, {
    context: { when: 'unless `ignoreHoldEmail` is true' },
  })
  @IsEmailAddress()
  emailAddress?: string;
  @IsOptional() @IsIn(SUSPENSION_TYPES) suspensionType?: SuspensionType;
  @IsNumberOfDays() numberOfDays?: number;
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
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  @IsOptional() @IsBoolean() ignoreHoldEmail?: boolean;
  /** What some clients call `ignoreHoldEmail`, which goes before it. */
  @IsOptional() @IsBoolean() ignoreEmail?: boolean;
  @IsOptional() @IsEmailAddress() emailAddress?: string;
}
