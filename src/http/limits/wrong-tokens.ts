import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LiveSettings } from '../../platform/settings/live-settings.js';
import { hostRange } from './address-range.js';
import { Rate } from './rate.js';
import { RequestLimits } from './request-limits.js';

/** Tokens that were right a moment ago. Some thousand patrons may share the address of their discovery layer. */
const MAX_REMEMBERED = 10_000;
/** Longer ones are not remembered: those of 10,000 patrons must fit into memory. */
const MAX_REMEMBERED_LENGTH = 2_000;

/**
 * Unknown tokens and sessions, by address: each costs a look into the database. Beyond the rate, an address is
 * refused before that, except with what this process has found right before: those who share the address go on.
 */
@Injectable()
export class WrongTokens {
  private readonly perAddress = new Rate('wrong-tokens');
  private right = new Set<string>();

  constructor(
    private readonly settings: LiveSettings,
    private readonly limits: RequestLimits,
  ) {}

  /** Call it before the token is looked up. @throws Refusal `TooManyRequests` */
  admit(token: string, request: Request, response: Response): void {
    // First: almost every token is right, and the address costs more to find.
    if (this.right.has(token)) return;
    const exceeded = this.perAddress.look(hostRange(request.ip), this.settings.current.wrongTokensPerAddress);
    if (exceeded !== undefined) throw this.limits.refuse(exceeded, {}, response);
  }

  noteRight(token: string): void {
    if (token.length > MAX_REMEMBERED_LENGTH || this.right.has(token)) return;
    if (this.right.size >= MAX_REMEMBERED) this.right = new Set();
    this.right.add(token);
  }

  noteWrong(token: string, { ip }: Request, response: Response): void {
    this.right.delete(token);
    const exceeded = this.perAddress.take(hostRange(ip), this.settings.current.wrongTokensPerAddress);
    if (exceeded !== undefined) this.limits.noteExceeded(exceeded, {}, response);
  }
}
