import { Field } from '../../http/fields/field.decorator.js';
import { freeText, oneOf, wholeNumber } from '../../http/fields/field-rules.js';
import { MAX_TOKEN_DAYS } from '../../staff/accounts/accounts.js';
import { type Role, ROLES } from '../../staff/permissions/staff-principal.js';

/** A box for each role. */
export class RolesForm {
  @Field(oneOf(['yes'])) viewer?: 'yes';
  @Field(oneOf(['yes'])) desk?: 'yes';
  @Field(oneOf(['yes'])) collections?: 'yes';
  @Field(oneOf(['yes'])) admin?: 'yes';
}

/** What is wrong with one of these is shown at its field. */
export class AccountForm extends RolesForm {
  @Field(freeText('bo')) name?: string;
  @Field(freeText('bo@example.org')) email?: string;
}

export class TokenForm extends RolesForm {
  @Field(freeText('ils-import')) name?: string;
  @Field(freeText('365')) days?: string;
}

/** No role is asked for once more. */
export class ChangeRolesForm extends RolesForm {
  @Field(oneOf(['yes'])) confirmed?: 'yes';
}

export function rolesIn(form: RolesForm): Role[] {
  return ROLES.filter((role) => form[role] !== undefined);
}

const tokenDays = wholeNumber(1, MAX_TOKEN_DAYS);

/** Undefined: the token does not end. */
export function daysIn({ days }: TokenForm): number | undefined | 'wrong' {
  return days === undefined ? undefined : (tokenDays.read(days.trim()) ?? 'wrong');
}
