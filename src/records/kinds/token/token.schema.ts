import * as z from 'zod';
import { looksOwn } from '../../../http/authorization/own-tokens.js';
import { patronNames, requirePatronName } from '../../naming/named-patron.js';
import * as is from '../../engine/schema-rules.js';

/** Whoever guesses a token acts as its patron. 32 random hexadecimal digits have 128 bits. */
const MIN_TOKEN_LENGTH = 32;
const MAX_TOKEN_LENGTH = 512;
const HOUR_SECONDS = 3_600;
const TEN_YEARS_SECONDS = 315_360_000;

/** A token with other characters cannot be sent in the Authorization header (RFC 6750, 2.1). */
function bearerToken(shortest: number): z.ZodType<string> {
  const rule = is.mustBe(`${shortest} to ${MAX_TOKEN_LENGTH} of the characters that a bearer token may have`);
  return z
    .string(rule)
    .min(shortest, rule)
    .max(MAX_TOKEN_LENGTH, rule)
    .regex(/^[A-Za-z0-9._~+/-]+=*$/, rule);
}

const token = is.recordSchemas(
  // Earlier releases accepted shorter tokens, which must be removable.
  { token: bearerToken(1) },
  {
    token: bearerToken(MIN_TOKEN_LENGTH),
    websiteId: is.keptIfAbsent(is.id),
    ...patronNames,
    expiresInSeconds: is.optional(is.wholeNumber(1, TEN_YEARS_SECONDS), HOUR_SECONDS),
  },
);
/** Tokens in the service's own form are refused: whoever makes them elsewhere has no key for them. */
export const tokenSchemas = {
  ...token,
  whole: token.whole
    .superRefine(requireLibrary)
    .superRefine(requirePatronName)
    .refine((record) => !looksOwn(record.token), {
      path: ['token'],
      error: 'must not have the form of the tokens that Holdfast makes',
    }),
};
/** `externalId` names a patron only together with the library. */
function requireLibrary(
  { websiteId, patronId }: z.output<typeof token.whole>,
  context: z.core.$RefinementCtx,
): void {
  if (websiteId != null || patronId != null) return;
  context.addIssue({ code: 'custom', path: ['websiteId'], message: 'is missing: externalId needs it' });
}

export type TokenRecord = z.output<typeof tokenSchemas.whole>;
export type TokenKey = z.output<typeof tokenSchemas.key>;
