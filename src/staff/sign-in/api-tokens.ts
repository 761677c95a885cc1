import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RequestLimits } from '../../http/limits/request-limits.js';
import { WrongTokens } from '../../http/limits/wrong-tokens.js';
import { Database } from '../../platform/database/database.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { findPrincipalOfApiToken } from './principals.store.js';

/** The machines that use the operator's endpoints: by their tokens, and as often as these may. */
@Injectable()
export class ApiTokens {
  constructor(
    private readonly database: Database,
    private readonly limits: RequestLimits,
    private readonly wrongTokens: WrongTokens,
  ) {}

  /** @throws Refusal `TooManyRequests` */
  async principalOf(
    token: string,
    request: Request,
    response: Response,
  ): Promise<StaffPrincipal | undefined> {
    if (!(await this.wrongTokens.admit(token, request, response))) return undefined;
    const principal = await findPrincipalOfApiToken(this.database, token);
    if (principal === undefined) {
      await this.wrongTokens.noteWrong(token, request, response);
      return undefined;
    }
    this.wrongTokens.noteRight(token);
    this.limits.admitApiToken(principal.name, response);
    return principal;
  }
}
