import { IsIn, IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';
import { parseWholeNumber } from '../../domain/numbers.js';
import { MAX_TOKEN_DAYS } from './accounts.js';
import { type Role, ROLES } from '../permissions/staff-principal.js';

/** A box for each role. */
export class RolesForm {
  @IsOptional() @IsIn(['yes']) viewer?: 'yes';
  @IsOptional() @IsIn(['yes']) desk?: 'yes';
  @IsOptional() @IsIn(['yes']) collections?: 'yes';
  @IsOptional() @IsIn(['yes']) admin?: 'yes';
}

/** What is wrong with one of these is shown at its field. */
export class AccountForm extends RolesForm {
  @IsOptional() @IsText() name?: string;
  @IsOptional() @IsText() email?: string;
}

export class TokenForm extends RolesForm {
  @IsOptional() @IsText() name?: string;
  @IsOptional() @IsText() days?: string;
}

/** No role is asked for once more. */
export class ChangeRolesForm extends RolesForm {
  @IsOptional() @IsIn(['yes']) confirmed?: 'yes';
}

export function rolesIn(form: RolesForm): Role[] {
  return ROLES.filter((role) => form[role] !== undefined);
}

/** Undefined: the token does not end. */
export function daysIn({ days }: TokenForm): number | undefined | 'wrong' {
  return days === undefined ? undefined : (parseWholeNumber(days.trim(), 1, MAX_TOKEN_DAYS) ?? 'wrong');
}
