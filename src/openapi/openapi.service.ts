import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { publishedBy } from './published.js';
import { type StaticFile, staticFile } from './static-file.js';

/** openapi.json as this process publishes it: read and serialised once. */
@Injectable()
export class OpenApiService {
  readonly document: StaticFile;

  constructor(@Inject(CONFIG) config: Config) {
    const text = JSON.stringify(publishedBy(config));
    this.document = staticFile('application/json', Buffer.from(text));
  }
}
