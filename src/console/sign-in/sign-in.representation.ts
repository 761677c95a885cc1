import type { Response } from 'express';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignInDocument } from './sign-in.page.js';

/** The page runs nothing. Its forms go to the service itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with the page to sign in. */
export function sendSignInPage(response: Response, props: Parameters<typeof SignInDocument>[0]): void {
  response
    .set({ 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Referrer-Policy': 'same-origin' })
    .type('text/html')
    .send(`<!doctype html>${renderToString(h(SignInDocument, props))}`);
}
