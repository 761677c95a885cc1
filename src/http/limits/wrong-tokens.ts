import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { OwnTokens, type TokenOrigin } from '../authorization/own-tokens.js';
import { hostRange } from './address-range.js';
import { Rate } from './rate.js';
import { RequestLimits } from './request-limits.js';

/** Tokens found valid recently. Some thousand patrons may share the address of their discovery layer. */
const MAX_REMEMBERED = 10_000;
/** Longer tokens are not remembered: those of 10,000 patrons must fit into memory. */
const MAX_REMEMBERED_LENGTH = 2_000;

/**
 * Limits invalid tokens and sessions, because each costs a database query. A forged token of the service's own form is refused without a query and
 * not counted. Nor is one of an identity provider counted: its signature is checked here. An expired token of the service counts for itself. Any
 * other counts for its address: beyond the rate, requests from there are refused before the look-up, except with tokens that this process has found
 * valid before.
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

  /** @param isSigned whether a token can be checked by an identity provider's signature */
  exempt(isSigned: (token: string) => Promise<boolean>): void {
    this.isSigned = isSigned;
  }

  /**
   * Looks up a token that may be valid, and notes the result.
   * @param find resolves to undefined if the token is invalid
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
   * @returns whether the token may be valid
   * @throws Refusal `TooManyRequests`
   */
  async admit(token: string, request: Request, response: Response): Promise<boolean> {
    // Checked first: almost every token is valid, and the other checks cost more.
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

  /** The key under which an invalid token is counted; undefined: it is not counted. */
  private async sourceOf(token: string, origin: TokenOrigin, { ip }: Request): Promise<string | undefined> {
    if (origin !== 'other') return token;
    return (await this.isSigned(token)) ? undefined : hostRange(ip);
  }
}
