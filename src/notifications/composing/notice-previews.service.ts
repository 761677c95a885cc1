import { Inject, Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { LanguageCode } from '../../domain/languages.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { findNoticeLibrary, type NoticeLibrary } from '../notice-types/notice-content.store.js';
import { type NoticePreview, previewNotice } from './notice-preview.js';
import { isNoticeType } from '../notice-types/notice-types.js';
import { withServiceLinks } from './service-links.js';

/** The settings that change the look of notices. */
export type NoticeLook = Pick<
  NoticeLibrary,
  'libraryName' | 'homepage' | 'logo' | 'color' | 'timeZone' | 'languages' | 'titleUrl'
>;

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

  /** @throws Refusal `NotFound` if there is no such library or no such type */
  async find(websiteId: number, noticeType: string, language?: LanguageCode): Promise<NoticePreview> {
    const library = await findNoticeLibrary(this.database, websiteId);
    if (library === undefined || !isNoticeType(noticeType)) throw refusal('NotFound');
    return previewNotice(withServiceLinks(library, websiteId, this.config), noticeType, language);
  }
}
