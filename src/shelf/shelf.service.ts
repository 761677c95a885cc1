import { Inject, Injectable } from '@nestjs/common';
import { BuiltFiles } from '../http/answers/built-files.js';
import type { StaticFile } from '../http/answers/static-file.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Database } from '../platform/database/database.js';
import { demoCardsOf } from './demo-cards.js';
import { findLibrary, type NamedLibrary } from '../platform/database/libraries.store.js';
import { listLibraries } from './libraries.store.js';
import { isLocalSandbox } from './local-sandbox.js';
import { shelfPage } from './shelf-page.js';

/** The page for patrons, and the files that it loads. */
@Injectable()
export class ShelfService {
  private readonly files = new BuiltFiles('shelf/browser');
  private readonly names = {
    script: this.files.nameOf('js', 'main-'),
    words: this.files.nameOf('js', 'words-en-'),
    style: this.files.nameOf('css'),
    icon: this.files.nameOf('svg'),
  };

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /**
   * @param directory the address of the shelf's files, as seen from the page
   * @param websiteId offers this library only, if there is one of this number
   */
  async page(directory: string, websiteId: number | undefined): Promise<string> {
    const { publicUrl, catalogUrl, smtpUrl } = this.config;
    const libraries = await this.libraries(websiteId);
    const sandbox = isLocalSandbox(this.config)
      ? { cards: demoCardsOf(libraries), writesMails: smtpUrl === undefined }
      : undefined;
    const ownAddresses = [...new Set([publicUrl, catalogUrl])];
    return shelfPage({ directory, ...this.names, ownAddresses, libraries, sandbox });
  }

  /** @throws Refusal `NotFound` */
  file(name: string): StaticFile {
    return this.files.find(name);
  }

  private async libraries(websiteId: number | undefined): Promise<NamedLibrary[]> {
    const only = websiteId === undefined ? undefined : await findLibrary(this.database, websiteId);
    return only === undefined ? listLibraries(this.database) : [only];
  }
}
