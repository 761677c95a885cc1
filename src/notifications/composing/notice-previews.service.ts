import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { LanguageCode } from '../../domain/languages.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { findNoticeLibrary, type NoticeLibrary } from '../notice-types/notice-content.store.js';
import { type NoticePreview, previewNotice } from './notice-preview.js';
import { isNoticeType, NOTICE_TYPES, type NoticeType } from '../notice-types/notice-types.js';
import { isWatchNews, WATCH_NEWS } from '../notice-types/watched.js';
import type { WatchNews } from '../../domain/watched-title.js';
import { withServiceLinks } from './service-links.js';

/** The settings that change the look of notices. */
export type NoticeLook = Pick<
  NoticeLibrary,
  'libraryName' | 'homepage' | 'logo' | 'color' | 'timeZone' | 'languages' | 'titleUrl'
>;

/** What is told of a watched title is stored as the end of a hold, and has words of its own. */
export type PreviewedNotice = NoticeType | WatchNews;
export const PREVIEWED_NOTICES: readonly PreviewedNotice[] = [...NOTICE_TYPES, ...WATCH_NEWS];

/** Shows staff what their library's notices look like. */
@Injectable()
export class NoticePreviewsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The ready notice with these settings. */
  async withLook(websiteId: number, look: NoticeLook): Promise<NoticePreview> {
    const library = await findNoticeLibrary(this.database, websiteId);
    if (library === undefined) throw refusal('NotFound');
    return previewNotice(withServiceLinks({ ...library, ...look }, websiteId, this.config), 'ready');
  }

  /** @throws Refusal `NotFound` if there is no such library or no such notice */
  async find(websiteId: number, notice: string, language?: LanguageCode): Promise<NoticePreview> {
    const library = await findNoticeLibrary(this.database, websiteId);
    if (library === undefined) throw refusal('NotFound');
    const linked = withServiceLinks(library, websiteId, this.config);
    if (isWatchNews(notice)) return previewNotice(linked, 'ended', language, notice);
    if (!isNoticeType(notice)) throw refusal('NotFound');
    return previewNotice(linked, notice, language);
  }
}
