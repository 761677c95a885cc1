import { Get, HttpCode, HttpStatus, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import { pageAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { sendInFrame } from '../console/page.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { answerWithMail } from '../mail/mail-answer.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { readSettingsForm } from './settings-form.js';
import { SettingsPage } from './settings.page.js';
import type { LibrarySettingsRecord } from './settings.representation.js';
import { NoticeLookQuery, settingsOf, SettingsRequest } from './settings.requests.js';
import { SettingsService } from './settings.service.js';
import { ShelfLookPage } from './shelf-look.page.js';

/** A change takes what `find` answers. */
const body = {
  mediaType: 'application/json',
  schema: { $ref: '#/components/schemas/LibrarySettingsRecord' },
  example: { fields: [{ name: 'mail.fromName', value: 'Harbour Public Library' }] },
};

/** What the library sets for itself. */
@StaffController('libraries/:websiteId/settings')
@Allow('admin', { library: 'path' })
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  /** See the settings of a library. */
  @Get()
  @Operation('findSettings')
  async find(
    @NumberInPath('websiteId') websiteId: number,
    @Faced() face: Face,
  ): Promise<LibrarySettingsRecord> {
    return face.show(await this.settings.find(websiteId), SettingsPage);
  }

  /**
   * Replace the settings of a library.
   * @remarks Where one is missing, the service’s own counts again. Processes use a change within 10 seconds.
   */
  @Put()
  @Operation('replaceSettings', { body })
  @FormOn('find')
  @HttpCode(HttpStatus.NO_CONTENT)
  async replace(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: SettingsRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    await this.settings.replace(websiteId, readSettingsForm(request), staff);
    const message = 'The settings are stored. They count within 10 seconds.';
    face.done(undefined, pageAddress(websiteId, 'settings'), message);
  }

  /** See what the settings of a library would be. @remarks Nothing is stored. Addresses are not looked up. */
  @Post('preview')
  @Operation('previewSettings', { body })
  @FormOn('find')
  @HttpCode(HttpStatus.OK)
  async preview(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: SettingsRequest,
    @Faced() face: Face,
  ): Promise<LibrarySettingsRecord> {
    const settings = await this.settings.preview(websiteId, readSettingsForm(request));
    return face.show(settings, (shown) => SettingsPage({ ...shown, isPreview: true }));
  }
}

/** What the page of the settings shows in frames: the look that the settings of the query would have. */
@ConsoleController('console/libraries/:websiteId/settings/preview')
@Allow('admin', { library: 'path' })
export class SettingsLookController {
  constructor(
    private readonly settings: SettingsService,
    private readonly previews: NoticePreviewsService,
  ) {}

  /** The HTML of a notice. */
  @Get()
  async notice(
    @PageFrame() { library: { websiteId, name } }: LibraryFrame,
    @QueryFields() query: NoticeLookQuery,
    @Res() response: Response,
  ): Promise<void> {
    const look = await this.settings.look(websiteId, settingsOf(query), name);
    const { html } = await this.previews.withLook(websiteId, look);
    answerWithMail(response, html);
  }

  /** The bar of the shelf. */
  @Get('shelf')
  async shelf(
    @PageFrame() { library: { websiteId, name } }: LibraryFrame,
    @QueryFields() query: NoticeLookQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { libraryName, logo, color } = await this.settings.look(websiteId, settingsOf(query), name);
    sendInFrame(response, ShelfLookPage({ websiteId, name: libraryName, logo, color }), { logo, color });
  }
}
