import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { pageOf } from './page/page.js';
import { publishedBy } from './published.js';

@Injectable()
export class OpenApiService {
  readonly json: string;
  readonly page: string;

  constructor(@Inject(CONFIG) config: Config) {
    const document = publishedBy(config);
    this.json = JSON.stringify(document);
    this.page = pageOf(document);
  }
}
