import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { sessionIn } from './cookies.js';

const COOKIE = 'console-message';
/** A page that is never loaded leaves its message; it must not appear on another one much later. */
const LIFE_SECONDS = 60;

/**
 * Shows `message` on the next page, once. It must name neither a patron nor a title: browsers store it. It is signed with the session, so that no
 * other site can put words on the page.
 */
export function leaveMessage(response: Response, message: string): void {
  const session = sessionIn(response.req);
  if (session === undefined) return;
  const text = Buffer.from(message).toString('base64url');
  setCookie(response, session.isSecure, `${text}.${signatureOf(text, session.value)}`, LIFE_SECONDS);
}

/** Reads and deletes the message of the previous request. */
export function takeMessage(request: Request, response: Response): string | undefined {
  const session = sessionIn(request);
  if (session === undefined) return undefined;
  const value = parseCookie(request.headers.cookie ?? '')[nameOf(session.isSecure)];
  if (value === undefined || value === '') return undefined;
  setCookie(response, session.isSecure, '', 0);
  const [text = '', signature = ''] = value.split('.');
  const isOurs = isEqual(signature, signatureOf(text, session.value));
  return isOurs ? Buffer.from(text, 'base64url').toString() : undefined;
}

function signatureOf(text: string, session: string): string {
  return createHmac('sha256', session).update(`${COOKIE} ${text}`).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function nameOf(isSecure: boolean): string {
  return isSecure ? `__Host-${COOKIE}` : COOKIE;
}

function setCookie(response: Response, isSecure: boolean, value: string, maxAge: number): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  response.append('Set-Cookie', stringifySetCookie({ ...attributes, name: nameOf(isSecure), value, maxAge }));
}
