import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import { WrongTokens } from '../../http/limits/wrong-tokens.js';
import { Database } from '../../platform/database/database.js';
import type { SignInAccount } from './accounts.store.js';
import { librariesOf, recordSignIn } from './account-log.store.js';
import { ConsoleCookie, SESSION_COOKIE } from '../console/cookies.js';
import {
  endOtherSessions,
  endSession,
  findPrincipalOfSession,
  listSessions,
  type OpenSession,
  saveSession,
} from './sessions.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** The sessions of the console: a row in the database, and a cookie in the browser. */
@Injectable()
export class StaffSessions {
  private readonly cookie: ConsoleCookie;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
    private readonly ownTokens: OwnTokens,
    private readonly wrongTokens: WrongTokens,
  ) {
    this.cookie = new ConsoleCookie(SESSION_COOKIE, publicUrl);
  }

  async principalOf(request: Request, response: Response): Promise<StaffPrincipal | undefined> {
    const session = this.cookie.read(request);
    if (session === undefined) return undefined;
    const find = (): Promise<StaffPrincipal | undefined> => findPrincipalOfSession(this.database, session);
    return this.wrongTokens.lookUp(session, find, request, response);
  }

  /**
   * Ends this browser's former session.
   * @param account as it was when its password or identity was verified
   * @returns false if the account was changed a moment ago: then no session begins
   */
  async start(account: SignInAccount, request: Request, response: Response): Promise<boolean> {
    const session = await this.ownTokens.make();
    const websiteIds = await librariesOf(this.database, account.staffId);
    const isSaved = await this.database.transaction(async (transaction) => {
      if (!(await saveSession(transaction, session, account))) return false;
      await recordSignIn(transaction, websiteIds, account);
      return true;
    });
    if (!isSaved) return false;
    const earlier = this.cookie.read(request);
    if (earlier !== undefined) await endSession(this.database, earlier);
    this.cookie.set(response, session);
    return true;
  }

  /** The sessions of the signed-in staff member. */
  list(staffId: string, request: Request): Promise<OpenSession[]> {
    return listSessions(this.database, staffId, this.cookie.read(request) ?? '');
  }

  /** Ends all sessions but the current one. */
  async endOthers(staffId: string, request: Request): Promise<void> {
    await endOtherSessions(this.database, staffId, this.cookie.read(request) ?? '');
  }

  async end(request: Request, response: Response): Promise<void> {
    const session = this.cookie.read(request);
    if (session !== undefined) await endSession(this.database, session);
    this.cookie.clear(response);
    // Not "cookies", which would delete those of other services on this host, too.
    response.set('Clear-Site-Data', '"cache", "storage"');
  }
}
