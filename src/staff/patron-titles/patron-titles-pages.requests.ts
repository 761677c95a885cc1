import { IsIn, IsOptional } from 'class-validator';
import { SUSPENSION_TYPES, type SuspensionType } from '../../domain/holds/suspension.js';
import { IsText } from '../../http/fields/validators.js';

export class TitleQuery {
  @IsOptional() @IsText() title?: string;
}

/** Without an address the patron gets no mail. What is none is shown again, with the problem. */
export class PlacementForm {
  @IsOptional() @IsText() emailAddress?: string;
}

/** Days that are not allowed are shown again, with the problem. */
export class SuspensionForm {
  @IsOptional() @IsIn(SUSPENSION_TYPES) suspensionType?: SuspensionType;
  @IsOptional() @IsText() numberOfDays?: string;
}
