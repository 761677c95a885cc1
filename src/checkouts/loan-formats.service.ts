import { Inject, Injectable } from '@nestjs/common';
import { ContentLinksService } from './content/content-links.service.js';
import { lockableFormats, mustLockIn, usableFormats } from '../domain/checkout.js';
import { Refusal, refusal } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { requireOneTitle, type TitleId } from '../domain/titles/title-id.js';
import type { Link } from '../http/answers/addresses.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { CheckoutsService } from './checkouts.service.js';
import { type BorrowedTitle, lockFormat } from './checkouts.store.js';
import { errorPageFor } from './error-page.js';
import { FormatChoiceLinks } from './format-choice-links.js';

export interface WantedFormat {
  /** The title, by each name that the request gives. */
  readonly titles: readonly [TitleId, ...TitleId[]];
  readonly formatType: string;
}

/** Finds, locks in and downloads the formats of a patron's loans (contract: #checkouts, decision 7). */
@Injectable()
export class LoanFormatsService {
  constructor(
    private readonly database: Database,
    private readonly checkouts: CheckoutsService,
    private readonly content: ContentLinksService,
    private readonly choices: FormatChoiceLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Refusal `TitleNotCheckedOut`, and `PatronTitleProcessingFailed` when the patron cannot use the format now */
  async find(
    patron: PatronKey,
    title: TitleId,
    formatType: string,
    connection: Connection = this.database,
  ): Promise<BorrowedTitle> {
    const borrowed = await this.checkouts.find(patron, title, connection);
    if (!usableFormats(borrowed).includes(formatType)) throw refusal('PatronTitleProcessingFailed');
    return borrowed;
  }

  /**
   * Locks a format in, unless the patron can use it anyway.
   * @throws Refusal `TitleNotCheckedOut`, `InvalidFieldValue`, `AnotherFormatHasBeenLockedIn`, and
   * `PatronTitleProcessingFailed` when the title has no such format
   */
  async lockIn(
    patron: PatronKey,
    { titles, formatType }: WantedFormat,
    connection: Connection = this.database,
  ): Promise<BorrowedTitle> {
    const borrowed = await this.checkouts.find(patron, titles[0], connection);
    requireOneTitle(titles, borrowed);
    if (!mustLockIn(formatType, borrowed)) return borrowed;
    if (await lockFormat(connection, patron, borrowed, formatType)) return { ...borrowed, formatType };
    // Meanwhile the loan has ended, or another request has locked a format in: the next try reads which.
    return this.lockIn(patron, { titles, formatType }, connection);
  }

  /** @throws Refusal as `find`, and `PatronTitleProcessingFailed` when there is no content */
  async download(
    patron: PatronKey,
    title: TitleId,
    formatType: string,
  ): Promise<{ borrowed: BorrowedTitle; contentlink: Link }> {
    const borrowed = await this.find(patron, title, formatType);
    return { borrowed, contentlink: await this.content.linkTo(borrowed, formatType) };
  }

  /**
   * The address to which a browser is sent for a loan: the content of the format that is locked in, else of the first one online, else of the
   * only one there is, which is then locked in. If there are several, the reader chooses one on a page of the service. A refusal leads to
   * `errorPage` if the settings list its origin.
   * @throws Refusal `TitleNotCheckedOut`, `PatronTitleProcessingFailed`
   */
  async redirect(patron: PatronKey, title: TitleId, errorPage: string | undefined): Promise<string> {
    try {
      return await this.contentOf(patron, title);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const page = errorPageFor(error, errorPage, this.config.errorPageOrigins);
      if (page === undefined) throw error;
      return page;
    }
  }

  private async contentOf(patron: PatronKey, title: TitleId): Promise<string> {
    const borrowed = await this.checkouts.find(patron, title);
    const formatType = borrowed.formatType ?? usableFormats(borrowed)[0];
    if (formatType !== undefined) return (await this.content.linkTo(borrowed, formatType)).href;
    const lockable = lockableFormats(borrowed);
    const [only, ...others] = lockable;
    if (only === undefined) throw refusal('PatronTitleProcessingFailed');
    if (others.length > 0 && lockable.some((format) => this.content.has(borrowed, format)))
      return this.choices.linkTo({ patron, reserveId: borrowed.reserveId });
    // There is only one. Before the lock: a format without content must not be locked in.
    const { href } = await this.content.linkTo(borrowed, only);
    await this.lockIn(patron, { titles: [title], formatType: only });
    return href;
  }
}
