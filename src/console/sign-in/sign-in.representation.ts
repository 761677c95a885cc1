import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import { sendPage } from '../page.js';
import { SignInDocument, type SignInProps } from './sign-in.page.js';

/** Answers with the page to sign in. */
export function sendSignInPage(response: Response, props: SignInProps): void {
  sendPage(response, SignInDocument(props));
}

/** Why a sign-in failed. `wait`: for so many seconds no password is tried. */
export type WhySignInFailed =
  | { readonly refused: 'wrong' | 'failed' | 'unknown' }
  | { readonly refused: 'wait'; readonly seconds: number };

const PROBLEMS = {
  wrong: [HttpStatus.UNPROCESSABLE_ENTITY, 'The name or the password is wrong.'],
  failed: [HttpStatus.UNPROCESSABLE_ENTITY, 'Your organization did not sign you in: try again.'],
  unknown: [HttpStatus.FORBIDDEN, 'There is no account for you here: ask the service’s operator for one.'],
} as const;

/** Answers with the page to sign in, which says what was wrong. */
export function sendRefusal(response: Response, props: SignInProps, why: WhySignInFailed): void {
  if (why.refused === 'wait') {
    const minutes = Math.ceil(why.seconds / 60);
    response.status(HttpStatus.TOO_MANY_REQUESTS).set('Retry-After', String(why.seconds));
    sendSignInPage(response, { ...props, problem: `Too many wrong passwords: try again in ${minutes} min.` });
    return;
  }
  const [status, problem] = PROBLEMS[why.refused];
  response.status(status);
  sendSignInPage(response, { ...props, problem });
}
