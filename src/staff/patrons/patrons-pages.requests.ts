import { IsIn, IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** A card, a number or an address. */
export class LookUpForm {
  @IsOptional() @IsText() patron?: string;
}

/** Why a patron is blocked: what is wrong with it is said on the page. */
export class BlockForm {
  @IsOptional() @IsText() reason?: string;
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
