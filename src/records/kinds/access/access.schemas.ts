import { z } from 'zod';
import * as is from '../../engine/schema-rules.js';

/** Records about access: token, client. */

const MAX_SECRET_LENGTH = 512;
const MIN_CLIENT_SECRET_LENGTH = 16;
const MAX_LIBRARIES = 10_000;
const HOUR_SECONDS = 3_600;
const TEN_YEARS_SECONDS = 315_360_000;

const bearerToken = is.mustBe(`1 to ${MAX_SECRET_LENGTH} of the characters that a bearer token may have`);

export const tokenSchemas = is.recordSchemas(
  // A token with other characters cannot be sent in the Authorization header (RFC 6750, 2.1).
  {
    token: z
      .string(bearerToken)
      .max(MAX_SECRET_LENGTH, bearerToken)
      .regex(/^[A-Za-z0-9._~+/-]+=*$/, bearerToken),
  },
  {
    patronId: is.id,
    expiresInSeconds: is.optional(is.wholeNumber(1, TEN_YEARS_SECONDS), HOUR_SECONDS),
  },
);
export type TokenRecord = z.output<typeof tokenSchemas.whole>;
export type TokenKey = z.output<typeof tokenSchemas.key>;

export const clientSchemas = is.recordSchemas(
  { clientId: is.key },
  {
    secret: is.text(MAX_SECRET_LENGTH, MIN_CLIENT_SECRET_LENGTH),
    websiteIds: is
      .list(is.id, MAX_LIBRARIES)
      .transform((websiteIds): readonly number[] => [...new Set(websiteIds)].sort((a, b) => a - b)),
  },
);
export type ClientRecord = z.output<typeof clientSchemas.whole>;
export type ClientKey = z.output<typeof clientSchemas.key>;
