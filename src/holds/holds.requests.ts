import { IsBoolean, IsIn, IsOptional, ValidateIf } from 'class-validator';
import type { TitleId } from '../domain/titles/title-id.js';
import { SUSPENSION_TYPES, type SuspensionType } from '../domain/holds/suspension.js';
import { IsDay } from '../http/fields/time.js';
import { IsEmailAddress, IsReserveId, IsTitleId } from '../http/fields/validators.js';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import type { WantedHold } from './holds.service.js';
import { IsNumberOfDays, wantedSuspension } from './suspension.requests.js';

/** Whether the hold gets no address, by either of the two names. Undefined if neither is sent. */
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
  /** True: no address is kept, and no notice sent. It cannot be changed later. */
  @IsOptional() @IsBoolean() ignoreHoldEmail?: boolean;
  /** Another name of `ignoreHoldEmail`, which goes before it. */
  @IsOptional() @IsBoolean() ignoreEmail?: boolean;
  /** Where the notice goes when the title is there. */
  @ValidateIf((request: PlaceHoldRequest) => ignoresEmail(request) !== true, {
    context: { when: 'unless `ignoreHoldEmail` is true' },
  })
  @IsEmailAddress()
  emailAddress?: string;
  /** The hold is placed suspended. `indefinite` stays until it is released. */
  @IsOptional() @IsIn(SUSPENSION_TYPES) suspensionType?: SuspensionType;
  /** Days of 24 hours, from now. */
  @IsNumberOfDays() numberOfDays?: number;
  /** The last day on which the patron wants the title, in the library’s time zone, from today to ten years from now. A hold that is not ready then ends. */
  @IsOptional() @IsDay() notNeededAfter?: string;
  /** The reserveId of another hold of the patron, who wants only one of the titles: whichever comes first. At most four holds are alternatives to each other, and they count as one. */
  @IsOptional() @IsReserveId() alternativeTo?: string;
}

/** @throws Refusal `MissingField` when nothing names a title */
export function wantedHold(request: PlaceHoldRequest, inPath?: TitleId): WantedHold {
  const { emailAddress, suspensionType, numberOfDays, notNeededAfter, alternativeTo } = request;
  return {
    titles: someTitlesNamedBy(request, inPath),
    emailAddress,
    ignoreHoldEmail: ignoresEmail(request),
    suspension: suspensionType && wantedSuspension({ suspensionType, numberOfDays }),
    notNeededAfter,
    alternativeTo,
  };
}

/** Change a hold's e-mail address, last day or alternatives (contract: #change-a-hold). */
export class EditHoldRequest {
  /** The hold’s own title. */
  @IsOptional() @IsTitleId() id?: string;
  /** The hold’s own title. */
  @IsOptional() @IsTitleId() reserveId?: string;
  /** The hold’s own title. */
  @IsOptional() @IsTitleId() crossRefId?: string;
  /** As at the placement: it cannot be changed. */
  @IsOptional() @IsBoolean() ignoreHoldEmail?: boolean;
  /** Another name of `ignoreHoldEmail`, which goes before it. */
  @IsOptional() @IsBoolean() ignoreEmail?: boolean;
  @IsOptional() @IsEmailAddress() emailAddress?: string;
  /** As at the placement. Empty or null: the hold gets no such day. */
  @IsOptional() @IsDay({ canBeEmptied: true }) notNeededAfter?: string | null;
  /** As at the placement. Empty or null: the title is wanted in any case. */
  @IsOptional() @IsReserveId({ canBeEmptied: true }) alternativeTo?: string | null;
}
