import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import { readBuildInfo } from '../../platform/observability/build-info.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { welcomePage } from './welcome-page.js';
import { welcomeText } from './welcome-text.js';

interface Answer {
  readonly mediaType: 'text/html' | 'text/plain';
  readonly content: string;
}

@Injectable()
export class WelcomeService {
  private readonly page: Answer;
  private readonly text: Answer;

  constructor(@Inject(CONFIG) { publicUrl, shelf, sandbox }: Config) {
    const welcome = { version: readBuildInfo().version, publicUrl, hasShelf: shelf, isSandbox: sandbox };
    this.page = { mediaType: 'text/html', content: welcomePage(welcome) };
    this.text = { mediaType: 'text/plain', content: welcomeText(welcome) };
  }

  /**
   * Browsers name HTML in `Accept`; `curl` takes anything.
   * @throws Refusal `NotFound` when neither is acceptable
   */
  answerFor(acceptedTypes: readonly string[], acceptsText: boolean): Answer {
    if (acceptedTypes.some((type) => type.toLowerCase() === 'text/html')) return this.page;
    if (acceptsText) return this.text;
    throw refusal('NotFound');
  }
}
