import type { Response } from 'express';
import { HTML, pageHeaders } from '../console/page.js';

/**
 * A mail is a page with inline styles that may load the library's logo and a cover. It can do nothing else, is not part of the console's origin, and
 * only the console may show it in a frame.
 */
const MAIL_HEADERS = {
  ...pageHeaders(),
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'sameorigin',
  'Content-Type': HTML,
};

/** Answers with the HTML of a mail. */
export function answerWithMail(response: Response, html: string): void {
  response.set(MAIL_HEADERS).send(html);
}
