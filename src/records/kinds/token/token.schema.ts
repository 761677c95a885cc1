import * as z from 'zod';
import { looksOwn } from '../../../http/authorization/own-tokens.js';
import * as is from '../../engine/schema-rules.js';

const MAX_TOKEN_LENGTH = 512;
const HOUR_SECONDS = 3_600;
const TEN_YEARS_SECONDS = 315_360_000;

const bearerToken = is.mustBe(`1 to ${MAX_TOKEN_LENGTH} of the characters that a bearer token may have`);

const token = is.recordSchemas(
  // A token with other characters cannot be sent in the Authorization header (RFC 6750, 2.1).
  {
    token: z
      .string(bearerToken)
      .max(MAX_TOKEN_LENGTH, bearerToken)
      .regex(/^[A-Za-z0-9._~+/-]+=*$/, bearerToken),
  },
  {
    patronId: is.id,
    expiresInSeconds: is.optional(is.wholeNumber(1, TEN_YEARS_SECONDS), HOUR_SECONDS),
  },
);
/** Whoever makes tokens of the service's own form elsewhere has no key for them: they would be refused. */
export const tokenSchemas = {
  ...token,
  whole: token.whole.refine((record) => !looksOwn(record.token), {
    path: ['token'],
    error: 'must not have the form of the tokens that Holdfast makes',
  }),
};
export type TokenRecord = z.output<typeof tokenSchemas.whole>;
export type TokenKey = z.output<typeof tokenSchemas.key>;
