import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { TypedFields } from '../../http/fields/fields.decorators.js';
import { Allow } from '../permissions/allow.decorator.js';
import { pageAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { SettingsPage } from './settings.page.js';
import { SettingsService, type SettingValues } from './settings.service.js';

/** What the library sets for itself. */
@ConsoleController('console/libraries/:websiteId/settings')
@Allow('admin', { library: 'path' })
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  async page(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    return SettingsPage({ frame, values: await this.settings.values(frame.library.websiteId) });
  }

  @Post()
  async change(@PageFrame() frame: LibraryFrame, @TypedFields() values: SettingValues): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const problems = await this.settings.change(websiteId, values, frame.staff);
    if (problems.size > 0)
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, SettingsPage({ frame, values, problems }));
    const message = 'The settings are stored. They count within 10 seconds.';
    return new Redirect(pageAddress(websiteId, 'settings'), message);
  }
}
