import { errors, jwtVerify, type JWTVerifyOptions, type JWTVerifyResult } from 'jose';
import type { ProviderKeys } from './provider-keys.js';

/**
 * Checks a token's signature and claims. A token that does not say which key signed it may fit several keys; one of them must have signed it.
 * @throws KeysUnavailable, and jose's errors
 */
export async function verifySignature(
  token: string,
  keys: ProviderKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.find, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (reason) {
        if (!(reason instanceof errors.JWSSignatureVerificationFailed)) throw reason;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
