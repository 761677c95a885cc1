import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { ContentPageQuery } from './content-page.requests.js';
import { ContentPageService } from './content-page.service.js';
import { sendPage } from './html-page.js';

/** Where the links to content lead when there is no content server. The signature is all that it asks for. */
@Tag('Checkouts')
@Controller('content')
export class ContentPageController {
  constructor(private readonly page: ContentPageService) {}

  /**
   * Read the built-in content page.
   * @remarks Where content links lead with the embedded database, unless `CONTENT_URL` names a content server. It exists only
   * there. A link that was altered or has ended is `NotFound`.
   */
  @Get(':id/:formatType')
  @Operation('readContentPage', { refusals: ['NotFound'], mediaTypes: ['text/html'], hasErrorPages: true })
  @Header('Referrer-Policy', 'no-referrer')
  async read(
    @Param('id') reserveId: string,
    @Param('formatType') formatType: string,
    @QueryFields() { expires = '', signature = '' }: ContentPageQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { html, frameOrigins } = await this.page.read({ reserveId, formatType, expires, signature });
    sendPage(response, html, { frameOrigins });
  }
}
