import { Inject, Injectable } from '@nestjs/common';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';

export interface GivenToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Makes tokens for patrons and clients. The caller stores them. */
@Injectable()
export class GivenTokens {
  constructor(
    private readonly ownTokens: OwnTokens,
    @Inject(CONFIG) private readonly config: Pick<Config, 'tokenSeconds'>,
  ) {}

  async make(): Promise<GivenToken> {
    return { token: await this.ownTokens.make(), expiresInSeconds: this.config.tokenSeconds };
  }
}
