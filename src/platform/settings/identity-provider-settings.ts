import { z } from 'zod';
import { keysUrl } from './setting-rules.js';
import { allOrNone, missingSettings } from './settings-together.js';

/** An identity provider whose JWTs are accepted as patrons' tokens. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** URL of its public keys. */
  readonly jwksUrl: string;
  /** The claim that holds the patron's number. */
  readonly patronClaim: string;
}

export const IDENTITY_PROVIDER_SETTINGS = {
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  JWT_JWKS_URL: keysUrl.optional(),
  JWT_PATRON_CLAIM: z.string().optional(),
};

const NAMES = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;

type Given = z.infer<z.ZodObject<typeof IDENTITY_PROVIDER_SETTINGS>>;

/** A JWT whose issuer and audience are not checked could be from anyone. @throws ConfigError */
export function identityProviderOf(given: Given): IdentityProvider | undefined {
  const provider = allOrNone(NAMES, given);
  const { JWT_PATRON_CLAIM: patronClaim } = given;
  if (provider === undefined && patronClaim !== undefined) throw missingSettings(NAMES, NAMES);
  return (
    provider && {
      issuer: provider.JWT_ISSUER,
      audience: provider.JWT_AUDIENCE,
      jwksUrl: provider.JWT_JWKS_URL,
      patronClaim: patronClaim ?? 'patron_id',
    }
  );
}
