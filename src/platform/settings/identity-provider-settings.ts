import * as z from 'zod';
import { keysUrl } from './setting-rules.js';
import { allOrNone, missingSettings } from './settings-together.js';

/** The identifiers that a claim can contain: the library's own number or card, or the service's number, which is unique across libraries. */
export const PATRON_IDENTIFIERS = ['externalId', 'cardNumber', 'patronId'] as const;

/** The claim that names the patron. */
export interface PatronClaim {
  readonly name: string;
  readonly is: (typeof PATRON_IDENTIFIERS)[number];
}

/** A claim that all tokens of a library's patrons have. */
export interface LibraryClaim {
  readonly name: string;
  readonly value: string;
}

/** An identity provider whose JWTs are accepted as patrons' tokens. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** URL of its public keys. */
  readonly jwksUrl: string;
  readonly patronClaim: PatronClaim;
  /** Null: all tokens are. */
  readonly libraryClaim: LibraryClaim | null;
  /** The required type of access tokens (`typ`); undefined: either, or none. */
  readonly tokenType?: TokenType | undefined;
  /** The required scope; undefined: any. */
  readonly scope?: string | undefined;
}

const TOKEN_TYPES = ['at+jwt', 'JWT'] as const;
/** `at+jwt` by RFC 9068; many providers send `JWT`. */
export type TokenType = (typeof TOKEN_TYPES)[number];

export const IDENTITY_PROVIDER_SETTINGS = {
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  JWT_JWKS_URL: keysUrl.optional(),
  JWT_PATRON_CLAIM: z.string().optional(),
  JWT_TOKEN_TYPE: z.enum(TOKEN_TYPES, `must be one of ${TOKEN_TYPES.join(', ')}`).optional(),
  JWT_SCOPE: z
    .string()
    .regex(/^[!#-[\]-~]+$/, 'must be one scope, without spaces')
    .optional(),
};

const NAMES = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;

type Given = z.infer<z.ZodObject<typeof IDENTITY_PROVIDER_SETTINGS>>;

/** Requires an issuer and an audience: a JWT whose issuer and audience are not checked could be an attacker's. @throws ConfigError */
export function identityProviderOf(given: Given): IdentityProvider | undefined {
  const provider = allOrNone(NAMES, given);
  const { JWT_PATRON_CLAIM: patronClaim, JWT_TOKEN_TYPE: tokenType, JWT_SCOPE: scope } = given;
  if (provider === undefined && [patronClaim, tokenType, scope].some((value) => value !== undefined))
    throw missingSettings(NAMES, NAMES);
  return (
    provider && {
      issuer: provider.JWT_ISSUER,
      audience: provider.JWT_AUDIENCE,
      jwksUrl: provider.JWT_JWKS_URL,
      patronClaim: { name: patronClaim ?? 'patron_id', is: 'patronId' },
      libraryClaim: null,
      tokenType,
      scope,
    }
  );
}

const WITH_IDENTIFIER = new RegExp(`^(.+):(${PATRON_IDENTIFIERS.join('|')})$`, 's');

/** Parses `barcode:cardNumber`, as it is typed and stored. A name alone is a claim with the service's number. */
export function readPatronClaim(text: string): PatronClaim {
  const [, name = text, is = 'patronId'] = WITH_IDENTIFIER.exec(text) ?? [];
  return { name, is: is as PatronClaim['is'] };
}

export function writePatronClaim({ name, is }: PatronClaim): string {
  return is === 'patronId' && !WITH_IDENTIFIER.test(name) ? name : `${name}:${is}`;
}

/** Parses `home_library=EAST`. Without a sign, the value is empty. */
export function readLibraryClaim(text: string): LibraryClaim {
  const [name, ...value] = text.split('=');
  return { name: name ?? '', value: value.join('=') };
}

export function writeLibraryClaim({ name, value }: LibraryClaim): string {
  return `${name}=${value}`;
}
