import { Injectable } from '@nestjs/common';
import { ContentLinksService } from './content/content-links.service.js';
import { findFrameOrigins, findTitle } from './content/content.store.js';
import { lockableFormats } from '../domain/checkout.js';
import { refusal } from '../domain/errors.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { Database } from '../platform/database/database.js';
import { CheckoutsService } from './checkouts.service.js';
import { FormatChoiceLinks } from './format-choice-links.js';
import type { FormatChoice } from './format-choice-page.js';
import { LoanFormatsService } from './loan-formats.service.js';

/** Shows the formats of a loan to a browser without a token, and locks the chosen one in (decision 7). */
@Injectable()
export class FormatChoiceService {
  constructor(
    private readonly database: Database,
    private readonly checkouts: CheckoutsService,
    private readonly formats: LoanFormatsService,
    private readonly content: ContentLinksService,
    private readonly links: FormatChoiceLinks,
  ) {}

  /**
   * The formats to choose from, or the address of the content where a format is already locked in.
   * @throws Refusal `NotFound` for an invalid link, `TitleNotCheckedOut`, `PatronTitleProcessingFailed`
   */
  async find(sealed: string): Promise<FormatChoice | string> {
    const { patron, reserveId } = await this.links.open(sealed);
    const borrowed = await this.checkouts.find(patron, named(reserveId));
    if (borrowed.formatType !== null) return (await this.content.linkTo(borrowed, borrowed.formatType)).href;
    const formats = lockableFormats(borrowed).filter((format) => this.content.has(borrowed, format));
    const found = await findTitle(this.database, reserveId);
    if (found === undefined || formats.length === 0) throw refusal('PatronTitleProcessingFailed');
    return {
      title: found.title,
      formats,
      frameOrigins: await findFrameOrigins(this.database, patron.websiteId),
    };
  }

  /**
   * Locks the format in.
   * @returns the address of its content
   * @throws Refusal as `find`, and when another format is locked in
   */
  async choose(sealed: string, formatType: string): Promise<string> {
    const { patron, reserveId } = await this.links.open(sealed);
    const title = named(reserveId);
    // Before the lock: a format without content must not be locked in.
    const { href } = await this.content.linkTo(await this.checkouts.find(patron, title), formatType);
    await this.formats.lockIn(patron, { titles: [title], formatType });
    return href;
  }
}

function named(reserveId: string): TitleId {
  return { kind: 'reserveId', reserveId };
}
