import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { CONTENT_SOURCES } from './content-page.js';
import { ContentPageQuery } from './content-page.requests.js';
import { ContentPageService } from './content-page.service.js';
import { sendPage } from './html-page.js';

/** The page that links to content lead to when there is no content server. It needs nothing but the signature. */
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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = { reserveId, formatType, expires, signature };
    const { html, frameOrigins } = await this.page.read(link, request.acceptsLanguages());
    sendPage(response.vary('Accept-Language'), html, { sources: CONTENT_SOURCES, frameOrigins });
  }
}
