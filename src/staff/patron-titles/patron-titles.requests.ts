import { IsIn, IsOptional } from 'class-validator';
import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';
import { IsDay, IsTime } from '../../http/fields/time.js';
import { IsText, IsTitleId, readField } from '../../http/fields/validators.js';
import { SuspensionRequest } from '../../suspensions/suspensions.requests.js';

export class HoldRemovalQuery {
  /** Why; `other` by default. */
  @IsOptional() @IsIn(REMOVAL_REASONS) reason?: RemovalReason;
}

export class PatronSuspensionRequest extends SuspensionRequest {
  /** In place of `numberOfDays`, within the next 365 days. Without a zone, in the library’s; a day alone is its end. */
  @IsOptional() @IsTime() until?: string;
}

export class LastDayRequest {
  /** From today to ten years from now, in the library’s time zone. Empty, null or absent: the hold gets no such day. */
  @IsOptional() @IsDay({ canBeEmptied: true }) notNeededAfter?: string | null;
}

export class TitleQuery {
  @IsOptional() @IsText() title?: string;
}

/** The title on which a hold is to be placed. */
export class PlacementQuery {
  @IsTitleId() reserveId!: string;
}

export function titleIn({ reserveId }: PlacementQuery): TitleId {
  return readField(parseTitleId, reserveId);
}
