import { IsIn, IsOptional } from 'class-validator';
import { SUSPENSION_TYPES, type SuspensionType } from '../../domain/holds/suspension.js';
import { IsText } from '../../http/fields/validators.js';

/** A card, a number or an address. */
export class LookUpForm {
  @IsOptional() @IsText() patron?: string;
}

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

export class MergeForm {
  @IsOptional() @IsText() cardNumber?: string;
  /** Whether staff have seen what will happen. */
  @IsOptional() @IsIn(['yes']) confirmed?: 'yes';
}

/** The patron's number, typed once more. */
export class DeletionForm {
  @IsOptional() @IsText() confirmation?: string;
}
