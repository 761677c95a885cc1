import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import type { Described } from './docs/described.js';
import { postmanCollection } from './docs/postman-collection.js';
import { publishedBy } from './published.js';
import { type StaticFile, staticFile } from '../http/answers/static-file.js';

/** openapi.json as this process publishes it. */
@Injectable()
export class OpenApiService {
  private made: StaticFile | undefined;
  private madeCollection: StaticFile | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Read and serialised once, when it is first asked for: most processes are never asked. */
  get document(): StaticFile {
    this.made ??= staticFile('application/json', Buffer.from(JSON.stringify(publishedBy(this.config))));
    return this.made;
  }

  /** The same for Postman. */
  get collection(): StaticFile {
    const made = (): object => postmanCollection(publishedBy(this.config) as unknown as Described);
    this.madeCollection ??= staticFile('application/json', Buffer.from(JSON.stringify(made())));
    return this.madeCollection;
  }
}
