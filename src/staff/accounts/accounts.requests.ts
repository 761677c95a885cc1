import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Refusal } from '../../domain/errors.js';
import { IsEmailAddress, IsReadable, Label } from '../../http/fields/validators.js';
import { type Role, ROLES } from '../permissions/staff-principal.js';
import { accountName, NAME_RULE } from '../sign-in/account-names.js';
import { MAX_TOKEN_DAYS } from './accounts.js';

const CHARACTERS = 'lower-case letters, digits and . _ @ + -';

/** Roles in the library. */
export class RolesRequest implements Partial<Record<Role, boolean>> {
  /** Whether it looks at queues, titles to buy and charts, and sees no patron. */
  @IsOptional() @IsBoolean() viewer?: boolean;
  /** Whether it helps patrons. */
  @IsOptional() @IsBoolean() desk?: boolean;
  /** Whether it buys copies and imports collections. */
  @IsOptional() @IsBoolean() collections?: boolean;
  /** Whether it may do all of that, and changes settings, webhooks and accounts. */
  @IsOptional() @IsBoolean() admin?: boolean;
}

export class AccountRequest extends RolesRequest {
  @Label('Name', `What the person signs in with: ${CHARACTERS}`)
  @IsReadable(accountName, { message: NAME_RULE, context: { example: 'grace' } })
  name!: string;
  /** With it the person signs in at the identity provider, and gets no password. */
  @Label('E-mail address at your organization') @IsOptional() @IsEmailAddress() email?: string;
}

export class ApiTokenRequest extends RolesRequest {
  @Label('Name of the program', `As the log calls it: ${CHARACTERS}`)
  @IsReadable(accountName, { message: NAME_RULE, context: { example: 'ils' } })
  name!: string;
  /** Until it ends; by default it does not. */
  @Label('Days until it ends', 'Empty: it does not end.')
  @IsOptional()
  @IsInt({ context: { example: '365' } })
  @Min(1)
  @Max(MAX_TOKEN_DAYS)
  days?: number;
}

/** @throws Refusal `MissingField` if there is none */
export function rolesIn(request: RolesRequest): Role[] {
  const roles = ROLES.filter((role) => request[role]);
  if (roles.length > 0) return roles;
  const problem = 'must be at least one.';
  throw new Refusal('MissingField', `The roles (${ROLES.join(', ')}) ${problem}`, { name: 'roles', problem });
}
