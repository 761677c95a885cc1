import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { newToken } from '../access/tokens.store.js';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import { endSession, findPrincipalOfSession, saveSession } from './principals.store.js';
import type { StaffPrincipal } from './staff-principal.js';

/** An account whose password or identity has just been verified. */
export interface VerifiedAccount {
  readonly id: string;
  /** As it was when it was verified. */
  readonly passwordHash: string | null;
}

/** Who is signed in to the console: a session in the database, and a cookie in the browser. */
@Injectable()
export class StaffSessions {
  private readonly isSecure: boolean;
  /** The prefix binds the cookie to this host, to https and to no other path; browsers demand all three for it. */
  private readonly cookieName: string;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.isSecure = publicUrl.startsWith('https:');
    this.cookieName = this.isSecure ? '__Host-holdfast-staff' : 'holdfast-staff';
  }

  async principalOf(request: Request): Promise<StaffPrincipal | undefined> {
    const session = this.sessionOf(request);
    return session === undefined ? undefined : findPrincipalOfSession(this.database, session);
  }

  /** @returns false if the account was changed a moment ago: then nobody is signed in */
  async start(account: VerifiedAccount, response: Response): Promise<boolean> {
    const session = newToken();
    if (!(await saveSession(this.database, session, account))) return false;
    this.setCookie(response, session);
    return true;
  }

  async end(request: Request, response: Response): Promise<void> {
    const session = this.sessionOf(request);
    if (session !== undefined) await endSession(this.database, session);
    this.setCookie(response, '', 0);
  }

  private sessionOf({ headers }: Request): string | undefined {
    const session = parseCookie(headers.cookie ?? '')[this.cookieName];
    return session === '' ? undefined : session;
  }

  /** Without `maxAge` it ends with the browser. */
  private setCookie(response: Response, value: string, maxAge?: number): void {
    response.append(
      'Set-Cookie',
      stringifySetCookie({
        name: this.cookieName,
        value,
        path: '/',
        httpOnly: true,
        secure: this.isSecure,
        sameSite: 'lax',
        ...(maxAge !== undefined && { maxAge }),
      }),
    );
  }
}
