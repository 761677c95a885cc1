import { IsBoolean, IsOptional } from 'class-validator';
import { someTitlesNamedBy } from '../http/fields/title-fields.js';
import { IsEmailAddress, IsTitleId } from '../http/fields/validators.js';
import type { WantedWatch } from './watches.service.js';

/** Watch a title (contract: #watches). Any of three fields names it. */
export class WatchRequest {
  @IsOptional() @IsTitleId() id?: string;
  @IsOptional() @IsTitleId() reserveId?: string;
  @IsOptional() @IsTitleId() crossRefId?: string;
  /** Where it is told that a copy is free, that the library has bought the title, or that it no longer has it. Absent: nowhere. */
  @IsOptional() @IsEmailAddress() emailAddress?: string;
  /** True: the patron’s hold on the title ends, and its place is lost. Without such a hold, nothing is watched. */
  @IsOptional() @IsBoolean() insteadOfHold?: boolean;
}

/** @throws Refusal `MissingField` when nothing names a title */
export function wantedWatch(request: WatchRequest): WantedWatch {
  const { emailAddress, insteadOfHold } = request;
  return { titles: someTitlesNamedBy(request), emailAddress, insteadOfHold };
}
