import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { OwnTokens, type TokenOrigin } from '../authorization/own-tokens.js';
import { hostRange } from './address-range.js';
import { Rate } from './rate.js';
import { RequestLimits } from './request-limits.js';

/** Tokens that were right a moment ago. Some thousand patrons may share the address of their discovery layer. */
const MAX_REMEMBERED = 10_000;
/** Longer ones are not remembered: those of 10,000 patrons must fit into memory. */
const MAX_REMEMBERED_LENGTH = 2_000;

/**
 * Tokens and sessions that are wrong: each costs a look into the database. One that the service has not made, though it looks so, is
 * refused without, and counts for nobody. Nor does one of an identity provider: its signature is checked here. One that the service has made,
 * and that has ended, counts for itself. Any other counts for its address: beyond the rate, others from there are refused before they are
 * looked up, except those that this process has found right before.
 */
@Injectable()
export class WrongTokens {
  private readonly rate = new Rate('wrong-tokens');
  private right = new Set<string>();
  private isSigned: (token: string) => Promise<boolean> = () => Promise.resolve(false);

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'wrongTokensPerAddress'>,
    private readonly limits: RequestLimits,
    private readonly ownTokens: OwnTokens,
  ) {}

  /** @param isSigned whether a token is one that an identity provider's signature proves or refutes */
  exempt(isSigned: (token: string) => Promise<boolean>): void {
    this.isSigned = isSigned;
  }

  /**
   * Looks a token up, if it may be right, and notes whether it is.
   * @param find undefined: it is wrong
   * @throws Refusal `TooManyRequests`
   */
  async lookUp<Found>(
    token: string,
    find: (token: string) => Promise<Found | undefined>,
    request: Request,
    response: Response,
  ): Promise<Found | undefined> {
    if (!(await this.admit(token, request, response))) return undefined;
    const found = await find(token);
    if (found === undefined) await this.noteWrong(token, request, response);
    else this.noteRight(token);
    return found;
  }

  /**
   * Call it before the token is looked up.
   * @returns whether it may be right
   * @throws Refusal `TooManyRequests`
   */
  async admit(token: string, request: Request, response: Response): Promise<boolean> {
    // First: almost every token is right, and the rest costs more to find.
    if (this.right.has(token)) return true;
    const origin = await this.ownTokens.originOf(token);
    if (origin === 'forged') return false;
    const source = await this.sourceOf(token, origin, request);
    if (source === undefined) return true;
    const exceeded = this.rate.look(source, this.config.wrongTokensPerAddress);
    if (exceeded !== undefined) throw this.limits.refuse(exceeded, {}, response);
    return true;
  }

  noteRight(token: string): void {
    if (token.length > MAX_REMEMBERED_LENGTH || this.right.has(token)) return;
    if (this.right.size >= MAX_REMEMBERED) this.right = new Set();
    this.right.add(token);
  }

  async noteWrong(token: string, request: Request, response: Response): Promise<void> {
    this.right.delete(token);
    const source = await this.sourceOf(token, await this.ownTokens.originOf(token), request);
    if (source === undefined) return;
    const exceeded = this.rate.take(source, this.config.wrongTokensPerAddress);
    if (exceeded !== undefined) this.limits.noteExceeded(exceeded, {}, response);
  }

  /** For whom the token counts if it is wrong; undefined: for nobody. */
  private async sourceOf(token: string, origin: TokenOrigin, { ip }: Request): Promise<string | undefined> {
    if (origin !== 'other') return token;
    return (await this.isSigned(token)) ? undefined : hostRange(ip);
  }
}
