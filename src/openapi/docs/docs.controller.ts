import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Cacheable, IMMUTABLE } from '../../http/answers/cacheable.decorator.js';
import { sendFile } from '../../http/answers/static-file.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { DocsService } from './docs.service.js';
import { OVERVIEW_POLICY } from './overview-page.js';
import { TRY_POLICY } from './try-page.js';

/** openapi.json as pages: an overview, and one on which operations are tried. Open to all. */
@Tag('Process')
@Controller('docs')
export class DocsController {
  constructor(private readonly docs: DocsService) {}

  /** Read all operations at a glance. */
  @Get()
  @Operation('readDocs', { mediaTypes: ['text/html'] })
  @Header('Content-Security-Policy', OVERVIEW_POLICY)
  overview(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.overviewAt(request.path));
  }

  /** Read this description as a page on which operations are tried. */
  @Get('try')
  @Operation('tryDocs', { mediaTypes: ['text/html'] })
  @Header('Content-Security-Policy', TRY_POLICY)
  tryPage(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.tryPageAt(request.path));
  }

  /** Read a file that these pages load. */
  @Get(':file')
  @Operation('readDocsFile', {
    refusals: ['NotFound'],
    mediaTypes: ['text/javascript', 'text/css', 'image/svg+xml', 'text/plain'],
  })
  @Cacheable(IMMUTABLE)
  file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.file(name));
  }
}
