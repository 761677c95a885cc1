import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';

/** Why a sign-in failed. `wait`: the seconds for which no password is tried. */
export type WhySignInFailed =
  | { readonly refused: 'wrong' | 'failed' | 'unknown' }
  | { readonly refused: 'wait'; readonly seconds: number };

const PROBLEMS = {
  wrong: [HttpStatus.UNPROCESSABLE_ENTITY, 'The name or the password is wrong.'],
  failed: [HttpStatus.UNPROCESSABLE_ENTITY, 'Your organization did not sign you in: try again.'],
  unknown: [HttpStatus.FORBIDDEN, 'There is no account for you here: ask the service’s operator for one.'],
} as const;

/** The status and the sentence of the page that reports the failure. Also sets Retry-After. */
export function problemOfSignIn(why: WhySignInFailed, response: Response): readonly [HttpStatus, string] {
  if (why.refused !== 'wait') return PROBLEMS[why.refused];
  response.set('Retry-After', String(why.seconds));
  const minutes = Math.ceil(why.seconds / 60);
  return [HttpStatus.TOO_MANY_REQUESTS, `Too many wrong passwords: try again in ${minutes} min.`];
}
