import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { hostRange } from '../../http/limits/address-range.js';
import { Rate } from '../../http/limits/rate.js';
import { RequestLimits } from '../../http/limits/request-limits.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { PresentedCredentials } from './oauth.requests.js';

/** How many clients with their right secrets are remembered. */
const MAX_REMEMBERED = 1_000;

/**
 * Counts wrong secrets at the token endpoints, by client and address: somebody who only knows a client's name must not shut it out. Beyond
 * the limit no secret of this client is checked from this address, except one that this process has found right before.
 */
@Injectable()
export class WrongSecrets {
  private readonly rate = new Rate('wrong-secrets');
  private right = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'wrongSecretsPerClient'>,
    private readonly limits: RequestLimits,
  ) {}

  /** Call it before the secrets are looked at. @throws Refusal `TooManyRequests` */
  admit(readings: readonly PresentedCredentials[], request: Request, response: Response): void {
    if (readings.some((reading) => this.right.has(digest(reading.clientId, reading.secret)))) return;
    for (const { clientId } of readings) {
      const exceeded = this.rate.look(source(clientId, request), this.config.wrongSecretsPerClient);
      if (exceeded !== undefined) throw this.limits.refuse(exceeded, {}, response);
    }
  }

  noteRight({ clientId, secret }: PresentedCredentials): void {
    if (this.right.size >= MAX_REMEMBERED) this.right = new Set();
    this.right.add(digest(clientId, secret));
  }

  /** @param known the client, if the service knows it: the log names no unknown one, which might be a card */
  noteWrong(
    [first]: readonly PresentedCredentials[],
    known: string | undefined,
    request: Request,
    response: Response,
  ): void {
    const clientId = known ?? first?.clientId ?? '';
    const exceeded = this.rate.take(source(clientId, request), this.config.wrongSecretsPerClient);
    if (exceeded === undefined) return;
    this.limits.noteExceeded(exceeded, known === undefined ? {} : { clientId: known }, response);
  }
}

/** A hash, because the name of an unknown client may be long. */
function source(clientId: string, { ip }: Request): string {
  return digest(clientId, hostRange(ip));
}

function digest(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64');
}
