import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LANGUAGES } from '../domain/languages.js';
import { parseId } from '../domain/numbers.js';
import { BrandsService } from '../http/brands/brands.service.js';
import { BuiltFiles } from '../http/answers/built-files.js';
import type { StaticFile } from '../http/answers/static-file.js';
import type { ErrorPage } from '../http/errors/error-pages.js';
import type { ErrorRecord } from '../http/errors/error.representation.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Database } from '../platform/database/database.js';
import { demoCardsOf } from './demo-cards.js';
import { findLibrary, listLibraries, type ShelfLibrary } from './libraries.store.js';
import { isLocalSandbox } from './local-sandbox.js';
import type { Remembered } from './frame/remembered.js';
import { type AppManifest, appManifest } from './page/app-manifest.js';
import { shelfErrorPage } from './page/error-page.js';
import { pageLanguage } from './page/page-language.js';
import type { ShelfPage } from './page/page-parts.js';
import { type RenderedPage, shelfPage } from './page/shelf-page.js';
import type { View } from './views.js';

/** How a browser asks for the page. */
export interface RequestedPage {
  /** The address of the shelf's files, as seen from the page. */
  readonly directory: string;
  /** Offers this library only, if there is one of this number. */
  readonly websiteId: number | undefined;
  /** Tags of languages, the most wanted first. */
  readonly wanted: readonly string[];
  readonly view: View | undefined;
  readonly query: string;
  readonly remembered: Remembered | undefined;
}

/** The page for patrons, and the files that it loads. */
@Injectable()
export class ShelfService {
  private readonly files = new BuiltFiles('shelf/browser');
  private readonly names = {
    script: this.files.nameOf('js', 'main-'),
    device: this.files.nameOf('js', 'device-'),
    style: this.files.nameOf('css'),
    icon: this.files.nameOf('svg'),
  };

  /** The files with the script's texts. */
  private readonly words = new Map(
    LANGUAGES.map((code) => [
      code,
      {
        words: this.files.nameOf('js', `words-${code}-`),
        drawer: this.files.nameOf('js', `drawer-${code}-`),
      },
    ]),
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly brands: BrandsService,
  ) {}

  async page(asked: RequestedPage): Promise<RenderedPage> {
    return shelfPage(await this.pageOf(asked));
  }

  async manifest(asked: RequestedPage): Promise<AppManifest> {
    return appManifest(await this.pageOf(asked));
  }

  private async pageOf({ websiteId, wanted, ...asked }: RequestedPage): Promise<ShelfPage> {
    const { publicUrl, catalogUrl, smtpUrl } = this.config;
    const libraries = await this.libraries(websiteId);
    const language = pageLanguage(wanted, libraries);
    const sandbox = isLocalSandbox(this.config)
      ? { cards: demoCardsOf(libraries), writesMails: smtpUrl === undefined }
      : undefined;
    const ownAddresses = [...new Set([publicUrl, catalogUrl])];
    const words = this.words.get(language.code) ?? { words: '', drawer: '' };
    return { ...asked, ...this.names, ...words, language, ownAddresses, libraries, sandbox };
  }

  errorPage(error: ErrorRecord, request: Request): ErrorPage {
    const { library } = request.query;
    const websiteId = typeof library === 'string' ? parseId(library) : undefined;
    const brand = this.brands.at(request);
    return shelfErrorPage(error, request, { icon: this.names.icon, websiteId, brand });
  }

  /** Its address stays, so that browsers find a newer one there. */
  worker(): StaticFile {
    return this.files.find(this.files.nameOf('js', 'worker-'));
  }

  /** @throws Refusal `NotFound` */
  file(name: string): StaticFile {
    return this.files.find(name);
  }

  private async libraries(websiteId: number | undefined): Promise<ShelfLibrary[]> {
    const only = websiteId === undefined ? undefined : await findLibrary(this.database, websiteId);
    return only === undefined ? listLibraries(this.database) : [only];
  }
}
