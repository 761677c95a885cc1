import { IsIn, IsOptional } from 'class-validator';
import { REMOVAL_REASONS, type RemovalReason } from '../../domain/holds/hold-end.js';
import { SUSPENSION_TYPES, type SuspensionType } from '../../domain/holds/suspension.js';
import { IsText } from '../../http/fields/validators.js';

/** A card, a number or an address. */
export class LookUpForm {
  @IsOptional() @IsText() patron?: string;
}

export class RemovalForm {
  /** Without it the form is shown again. */
  @IsOptional() @IsIn(REMOVAL_REASONS) reason?: RemovalReason;
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

export class CategoryForm {
  @IsText() category!: string;
}

/** The patron's number, typed once more. */
export class DeletionForm {
  @IsOptional() @IsText() confirmation?: string;
}
