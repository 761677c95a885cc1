import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { QueryFields, type Typed, TypedFields } from '../../http/fields/fields.decorators.js';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import { Allow } from '../permissions/allow.decorator.js';
import { pageAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect, sendInFrame } from '../console/page.js';
import { answerWithMail } from '../mail/mail-answer.js';
import { ACTION_FIELD, PREVIEW, readSettingsForm } from './settings-form.js';
import { SettingsPage } from './settings.page.js';
import { ShelfLookPage } from './shelf-look.page.js';
import { NoticeLookQuery, settingsOf } from './settings.requests.js';
import { SettingsService } from './settings.service.js';

/** What the library sets for itself. */
@ConsoleController('console/libraries/:websiteId/settings')
@Allow('admin', { library: 'path' })
export class SettingsController {
  constructor(
    private readonly settings: SettingsService,
    private readonly previews: NoticePreviewsService,
  ) {}

  @Get()
  async page(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    return SettingsPage({ frame, values: await this.settings.values(frame.library.websiteId) });
  }

  /** Stores the settings, or shows what a notice would look like with them. */
  @Post()
  async change(@PageFrame() frame: LibraryFrame, @TypedFields() typed: Typed<string>): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const values = readSettingsForm(typed);
    const isPreview = typed[ACTION_FIELD] === PREVIEW;
    const problems = isPreview
      ? await this.settings.problemsOf(websiteId, values)
      : await this.settings.change(websiteId, values, frame.staff);
    if (problems.size > 0)
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, SettingsPage({ frame, values, problems }));
    if (isPreview) return SettingsPage({ frame, values, isPreview });
    const message = 'The settings are stored. They count within 10 seconds.';
    return new Redirect(pageAddress(websiteId, 'settings'), message);
  }

  /** The HTML of a notice with the settings of the query, alone. */
  @Get('preview')
  async preview(
    @PageFrame() { library: { websiteId, name } }: LibraryFrame,
    @QueryFields() query: NoticeLookQuery,
    @Res() response: Response,
  ): Promise<void> {
    const look = await this.settings.look(websiteId, settingsOf(query), name);
    const { html } = await this.previews.withLook(websiteId, look);
    answerWithMail(response, html);
  }

  /** The bar of the shelf with the settings of the query, alone. */
  @Get('preview/shelf')
  async shelf(
    @PageFrame() { library: { websiteId, name } }: LibraryFrame,
    @QueryFields() query: NoticeLookQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { libraryName, logo, color } = await this.settings.look(websiteId, settingsOf(query), name);
    sendInFrame(response, ShelfLookPage({ websiteId, name: libraryName, logo, color }), { logo, color });
  }
}
