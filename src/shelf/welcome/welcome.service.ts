import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { refusal } from '../../domain/errors.js';
import type { ErrorPage } from '../../http/errors/error-pages.js';
import type { ErrorRecord } from '../../http/errors/error.representation.js';
import { readBuildInfo } from '../../platform/observability/build-info.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { BrandsService } from '../../http/brands/brands.service.js';
import type { Welcome } from './welcome-places.js';
import { pageLanguage, wantedLanguages } from '../page/page-language.js';
import { unknownAddressPage } from '../page/error-page.js';
import { welcomePage } from './welcome-page.js';
import { welcomeText } from './welcome-text.js';

interface Answer {
  readonly mediaType: 'text/html' | 'text/plain';
  readonly content: string;
  readonly headers: Readonly<Record<string, string>>;
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
   * Browsers name HTML in `Accept`; `curl` takes anything.
   * @throws Refusal `NotFound` when neither is acceptable
   */
  answerTo(request: Request): Answer {
    if (request.accepts().some((type) => type.toLowerCase() === 'text/html')) {
      const language = pageLanguage(wantedLanguages(request, undefined), []);
      const { html, headers } = welcomePage(this.welcome, language, this.brands.find(null));
      return { mediaType: 'text/html', content: html, headers };
    }
    if (request.accepts('text/plain') !== false)
      return { mediaType: 'text/plain', content: welcomeText(this.welcome), headers: {} };
    throw refusal('NotFound');
  }

  /** For a browser, at an address that is nowhere. */
  errorPage(error: ErrorRecord, request: Request): ErrorPage {
    const start = `${new URL(this.welcome.publicUrl).pathname.replace(/\/$/, '')}/`;
    return unknownAddressPage(error, request, { start, brand: this.brands.at(request) });
  }
}
