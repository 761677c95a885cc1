import type { Request } from 'express';
import { Refusal } from '../../domain/errors.js';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Requests that change something must come from a page of the console itself. Browsers report their origin (decision 15) in `Sec-Fetch-Site` or, on
 * connections without that header, in `Origin`.
 * @throws Refusal `Forbidden` unless one of them says so
 */
export function requireSameOrigin(request: Request, publicUrl: string): void {
  if (SAFE.includes(request.method) || isSameOrigin(request, publicUrl)) return;
  throw new Refusal(
    'Forbidden',
    'The request does not come from a page of the console: open the page again, and repeat what you did.',
  );
}

/**
 * Another site must not start a sign-in in a staff member's browser: at the provider it might succeed without a question. Staff may type or bookmark
 * the address, and an old browser sends no header.
 * @throws Refusal `Forbidden` if the browser says that another site leads here
 */
export function requireOwnNavigation({ headers }: Request): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  throw new Refusal('Forbidden', 'Open the page to sign in, and sign in from there.');
}

export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  // Behind a proxy, the service's own Host may differ from the browser's.
  return new URL(origin).host === host || origin === new URL(publicUrl).origin;
}
