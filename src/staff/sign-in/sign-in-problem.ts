import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';

/** Why a sign-in failed. `wait`: for so many seconds no password is tried. */
export type WhySignInFailed =
  | { readonly refused: 'wrong' | 'failed' | 'unknown' }
  | { readonly refused: 'wait'; readonly seconds: number };

const PROBLEMS = {
  wrong: [HttpStatus.UNPROCESSABLE_ENTITY, 'The name or the password is wrong.'],
  failed: [HttpStatus.UNPROCESSABLE_ENTITY, 'Your organization did not sign you in: try again.'],
  unknown: [HttpStatus.FORBIDDEN, 'There is no account for you here: ask the service’s operator for one.'],
} as const;

/** The status of the page that says what was wrong, and the sentence. Tells browsers, too, how long to wait. */
export function problemOfSignIn(why: WhySignInFailed, response: Response): readonly [HttpStatus, string] {
  if (why.refused !== 'wait') return PROBLEMS[why.refused];
  response.set('Retry-After', String(why.seconds));
  const minutes = Math.ceil(why.seconds / 60);
  return [HttpStatus.TOO_MANY_REQUESTS, `Too many wrong passwords: try again in ${minutes} min.`];
}
