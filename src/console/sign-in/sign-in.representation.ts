import { HttpStatus } from '@nestjs/common';
import type { Response } from 'express';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignInDocument, type SignInProps } from './sign-in.page.js';

/** The page runs nothing. Its forms go to the service itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with the page to sign in. */
export function sendSignInPage(response: Response, props: SignInProps): void {
  response
    .set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Referrer-Policy': 'same-origin' })
    .type('text/html')
    .send(`<!doctype html>${renderToString(h(SignInDocument, props))}`);
}

/** Why nobody is signed in. `wait`: for so many seconds no password is tried. */
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
