import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { HTML, PAGE_HEADERS } from '../console/page.js';
import { PreviewsPage } from './previews.page.js';
import { PreviewPageQuery } from './mail.requests.js';

/**
 * A mail is a page of its own: it has its styles inline, and may have the library's logo. It can do nothing else, and is
 * not part of the console's origin.
 */
const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'";

/** What the library's notices look like, with an example as the title. */
@ConsoleController('console/libraries/:websiteId/previews')
@Allow('any', { library: 'path' })
export class PreviewsController {
  constructor(private readonly previews: NoticePreviewsService) {}

  @Get()
  async page(
    @PageFrame() frame: LibraryFrame,
    @QueryFields() { occasion = 'ready', language }: PreviewPageQuery,
  ): Promise<VNode> {
    const preview = await this.previews.find(frame.library.websiteId, occasion, language);
    return PreviewsPage({ frame, occasion, preview });
  }

  /** The HTML of the mail, alone. */
  @Get('mail')
  async mail(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @QueryFields() { occasion = 'ready', language }: PreviewPageQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { html } = await this.previews.find(websiteId, occasion, language);
    response
      .set({ ...PAGE_HEADERS, 'Content-Security-Policy': MAIL_POLICY, 'Content-Type': HTML })
      .send(html);
  }
}
