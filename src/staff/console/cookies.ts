import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

/** The cookie with the staff member's session. */
export const SESSION_COOKIE = 'holdfast-staff';

/** The session in the browser's cookie, and whether it came over https, as the cookie's name says. It may have ended. */
export function sessionIn({
  headers,
}: Request): { readonly value: string; readonly isSecure: boolean } | undefined {
  const cookies = parseCookie(headers.cookie ?? '');
  for (const isSecure of [true, false]) {
    const value = cookies[isSecure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE];
    if (value !== undefined && value !== '') return { value, isSecure };
  }
  return undefined;
}

/** A cookie of the console, which is only sent to this host, and which no script can read. */
export class ConsoleCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(name: string, publicUrl: string) {
    this.isSecure = publicUrl.startsWith('https:');
    // The prefix binds the cookie to this host, to https and to all its paths; browsers require all three for it.
    this.name = this.isSecure ? `__Host-${name}` : name;
  }

  /** Undefined if it is absent or empty. */
  read({ headers }: Request): string | undefined {
    const value = parseCookie(headers.cookie ?? '')[this.name];
    return value === '' ? undefined : value;
  }

  /** @param maxAge in seconds; without it, the cookie ends with the browser */
  set(response: Response, value: string, maxAge?: number): void {
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        name: this.name,
        value,
        path: '/',
        httpOnly: true,
        secure: this.isSecure,
        sameSite: 'lax',
        ...(maxAge !== undefined && { maxAge }),
      }),
    );
  }

  clear(response: Response): void {
    this.set(response, '', 0);
  }
}
