import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { CONSOLE } from './addresses.js';

const COOKIE = 'console-message';
/** A page that is never loaded leaves its message; it must not appear on another one much later. */
const LIFE_SECONDS = 60;
const ATTRIBUTES = { path: CONSOLE, httpOnly: true, sameSite: 'lax' } as const;

/** Shows `message` on the next page, once. It must name neither a patron nor a title: browsers store it. */
export function leaveMessage(response: Response, message: string): void {
  const value = Buffer.from(message).toString('base64url');
  append(response, stringifySetCookie({ ...ATTRIBUTES, name: COOKIE, value, maxAge: LIFE_SECONDS }));
}

/** The message that the request before this one has left; it is gone afterwards. */
export function takeMessage(request: Request, response: Response): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[COOKIE];
  if (value === undefined || value === '') return undefined;
  append(response, stringifySetCookie({ ...ATTRIBUTES, name: COOKIE, value: '', maxAge: 0 }));
  return Buffer.from(value, 'base64url').toString();
}

function append(response: Response, cookie: string): void {
  response.append('Set-Cookie', cookie);
}
