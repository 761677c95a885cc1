import { Controller, Get, Param } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { NoticePreviewsService } from '../../notifications/composing/notice-previews.service.js';
import { type NoticePreviewRecord, representNoticePreview } from './notices.representation.js';
import { NoticePreviewQuery } from './notices.requests.js';

/** What a library's notices look like, for its staff. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/notices')
export class NoticesController {
  constructor(private readonly previews: NoticePreviewsService) {}

  /**
   * See what a library’s notice looks like.
   * @remarks With the library’s settings as they are now, about a title that is only an example.
   */
  @Get(':occasion')
  @Operation('previewNotice')
  @Allow('any', { library: 'path' })
  async preview(
    @NumberInPath('websiteId') websiteId: number,
    @Param('occasion') occasion: string,
    @QueryFields() { language }: NoticePreviewQuery,
  ): Promise<NoticePreviewRecord> {
    return representNoticePreview(await this.previews.find(websiteId, occasion, language));
  }
}
