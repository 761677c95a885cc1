import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import { chosenTag, languageCodeOf, offeredTags } from '../../domain/languages.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { asSent, contentTemplateOf, expand } from './content-address.js';
import { CONTENT_KEY } from './content-key.js';
import { pageOf } from './content-page.js';
import { readDemoTexts } from './demo-texts.js';
import { findFrameOrigins, findTitle } from './content.store.js';
import { isSigned } from './signature.js';

/** The parts of a link to the page. */
export interface PageLink {
  readonly reserveId: string;
  readonly formatType: string;
  readonly expires: string;
  readonly signature: string;
}

@Injectable()
export class ContentPageService {
  private readonly texts = readDemoTexts();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CONTENT_KEY) private readonly key: string | undefined,
  ) {}

  /**
   * The page as HTML, and the sites that may show it in a frame: those of all libraries, since a link does not say whose patron has it.
   * @param wanted tags of languages, the preferred one first
   * @throws Refusal `NotFound` for a link that was altered or has ended
   */
  async read(link: PageLink, wanted: readonly string[]): Promise<{ html: string; frameOrigins: string[] }> {
    if (!this.isOurs(link)) throw refusal('NotFound');
    const found = await findTitle(this.database, link.reserveId);
    if (found === undefined || Number(link.expires) * 1000 <= found.now.getTime()) throw refusal('NotFound');
    const frameOrigins = await findFrameOrigins(this.database);
    const html = pageOf({
      title: found.title,
      formatType: link.formatType,
      language: languageCodeOf(chosenTag(wanted, offeredTags(null))) ?? 'en',
      text: this.texts.get(found.title),
      cover: this.config.drawnCovers ? `../../covers/${encodeURIComponent(link.reserveId)}.svg` : undefined,
      shelf: this.config.shelf ? '../../shelf/loans' : undefined,
    });
    return { html, frameOrigins };
  }

  /** Compares the link with one made of its parts, so that each link can be written in one way only. */
  private isOurs({ reserveId, formatType, expires, signature }: PageLink): boolean {
    const template = contentTemplateOf(this.config);
    const address = template && asSent(expand(template, { reserveId, formatType }));
    if (address === undefined || this.key === undefined) return false;
    return isSigned(`${address}?expires=${expires}&signature=${signature}`, this.key);
  }
}
