import { BearerGuard, PrincipalGuard } from '../http/authorization/bearer.guard.js';
import { OperatorGuard } from '../http/authorization/operator.guard.js';
import { StaffGuard } from '../staff/permissions/staff.guard.js';
import type { Endpoint } from './endpoint.js';
import type { Schema } from '../http/openapi/schema.js';

export const SECURITY_SCHEMES = {
  patron: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A patron’s token, from `POST /patrontoken` or from the library’s own identity provider (a JWT).',
  },
  clientToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A client’s own token, from `POST /token`.',
  },
  operator: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The operator’s token, from the settings. Under `/operator`, also an API token of staff, as far as its role permits.',
  },
  client: { type: 'http', scheme: 'basic', description: 'A client’s id and secret.' },
} as const satisfies Readonly<Record<string, Schema>>;

type Scheme = keyof typeof SECURITY_SCHEMES;

/** Which token a guard wants. Several: any of them. */
const BY_GUARD = new Map<unknown, readonly Scheme[]>([
  [BearerGuard, ['patron']],
  [PrincipalGuard, ['patron', 'clientToken']],
  [OperatorGuard, ['operator']],
  [StaffGuard, ['operator']],
]);

/** @throws when a guard is not known here */
export function securityOf({ guards, isOAuth, path }: Endpoint): readonly Scheme[] {
  return isOAuth ? ['client'] : guards.flatMap((guard) => schemesOf(guard, path));
}

function schemesOf(guard: unknown, path: string): readonly Scheme[] {
  const schemes = BY_GUARD.get(guard);
  if (schemes === undefined) throw new Error(`Nothing is known of a guard of ${path}.`);
  return schemes;
}
