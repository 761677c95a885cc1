import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import { readBuildInfo } from '../../platform/observability/build-info.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { BrandsService } from '../brands/brands.service.js';
import type { Welcome } from './welcome-places.js';
import { welcomePage } from './welcome-page.js';
import { welcomeText } from './welcome-text.js';

interface Answer {
  readonly mediaType: 'text/html' | 'text/plain';
  readonly content: string;
}

@Injectable()
export class WelcomeService {
  private readonly welcome: Welcome;

  constructor(
    @Inject(CONFIG) { publicUrl, shelf, sandbox }: Config,
    private readonly brands: BrandsService,
  ) {
    this.welcome = { version: readBuildInfo().version, publicUrl, hasShelf: shelf, isSandbox: sandbox };
  }

  /**
   * Browsers name HTML in `Accept`; `curl` accepts anything. If there is only one library, the page is branded as its own.
   * @throws Refusal `NotFound` when neither is acceptable
   */
  answerFor(acceptedTypes: readonly string[], acceptsText: boolean): Answer {
    if (acceptedTypes.some((type) => type.toLowerCase() === 'text/html'))
      return { mediaType: 'text/html', content: welcomePage(this.welcome, this.brands.find(null)) };
    if (acceptsText) return { mediaType: 'text/plain', content: welcomeText(this.welcome) };
    throw refusal('NotFound');
  }
}
