import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { readBuildInfo } from '../platform/observability/build-info.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { welcomePage } from './welcome-page.js';

@Injectable()
export class WelcomeService {
  private readonly page: string;

  constructor(@Inject(CONFIG) { publicUrl, shelf, sandbox }: Config) {
    this.page = welcomePage({
      version: readBuildInfo().version,
      publicUrl,
      hasShelf: shelf,
      isSandbox: sandbox,
    });
  }

  /**
   * Browsers name HTML in `Accept`; programs ask for JSON or for anything.
   * @throws Refusal `NotFound` when HTML is not named
   */
  pageFor(acceptedTypes: readonly string[]): string {
    if (!acceptedTypes.some((type) => type.toLowerCase() === 'text/html')) throw refusal('NotFound');
    return this.page;
  }
}
