import * as z from 'zod';
import { ConfigError } from './config-error.js';
import { trueOrFalse } from './setting-rules.js';
import { allOrNone } from './settings-together.js';

/** The identity provider through which staff may sign in to the console. */
export interface StaffProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export const STAFF_PROVIDER_SETTINGS = {
  STAFF_OIDC_ISSUER: z
    .string()
    .refine(
      isSafeIssuer,
      'must be an https:// address without a query or fragment; http:// only for this machine',
    )
    .optional(),
  STAFF_OIDC_CLIENT_ID: z.string().min(1).optional(),
  STAFF_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** False: the identity provider is the only way. */
  STAFF_PASSWORDS: trueOrFalse.default(true),
};

/** Requires https: whoever changes a provider's answer on its way can sign in to any account. */
function isSafeIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOnThisMachine);
  return isSafe && search === '' && hash === '' && username === '';
}

const NAMES = ['STAFF_OIDC_ISSUER', 'STAFF_OIDC_CLIENT_ID', 'STAFF_OIDC_CLIENT_SECRET'] as const;

type Given = z.infer<z.ZodObject<typeof STAFF_PROVIDER_SETTINGS>>;

/** @throws ConfigError */
export function staffProviderOf(given: Given): StaffProvider | undefined {
  const provider = allOrNone(NAMES, given);
  if (provider === undefined && !given.STAFF_PASSWORDS)
    throw new ConfigError([
      'STAFF_PASSWORDS must not be false without STAFF_OIDC_ISSUER: no one could sign in to the console',
    ]);
  return (
    provider && {
      issuer: provider.STAFF_OIDC_ISSUER,
      clientId: provider.STAFF_OIDC_CLIENT_ID,
      clientSecret: provider.STAFF_OIDC_CLIENT_SECRET,
    }
  );
}
