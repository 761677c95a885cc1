import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import { PageWithStatus } from '../console/page.js';
import { SignInPage, type SignInProps } from './sign-in.page.js';

/** Why a sign-in failed. `wait`: for so many seconds no password is tried. */
type WhySignInFailed =
  | { readonly refused: 'wrong' | 'failed' | 'unknown' }
  | { readonly refused: 'wait'; readonly seconds: number };

const PROBLEMS = {
  wrong: [HttpStatus.UNPROCESSABLE_ENTITY, 'The name or the password is wrong.'],
  failed: [HttpStatus.UNPROCESSABLE_ENTITY, 'Your organization did not sign you in: try again.'],
  unknown: [HttpStatus.FORBIDDEN, 'There is no account for you here: ask the service’s operator for one.'],
} as const;

/** The page to sign in, which says what was wrong. */
export function refusalPage(response: Response, props: SignInProps, why: WhySignInFailed): PageWithStatus {
  if (why.refused === 'wait') {
    response.set('Retry-After', String(why.seconds));
    const problem = `Too many wrong passwords: try again in ${Math.ceil(why.seconds / 60)} min.`;
    return new PageWithStatus(HttpStatus.TOO_MANY_REQUESTS, SignInPage({ ...props, problem }));
  }
  const [status, problem] = PROBLEMS[why.refused];
  return new PageWithStatus(status, SignInPage({ ...props, problem }));
}
