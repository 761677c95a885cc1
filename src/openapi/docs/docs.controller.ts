import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Cacheable, IMMUTABLE } from '../../http/answers/cacheable.decorator.js';
import { sendFile } from '../../http/answers/static-file.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { CONTENT_SECURITY_POLICY } from './docs-page.js';
import { DocsService } from './docs.service.js';

/** openapi.json as a page, on which operations can be tried. Open to all. */
@Tag('Process')
@Controller('docs')
export class DocsController {
  constructor(private readonly docs: DocsService) {}

  /** Read this description as a page. @remarks Operations can be tried on it. */
  @Get()
  @Operation('readDocs', { mediaTypes: ['text/html'] })
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  page(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.pageAt(request.path));
  }

  /** Read a file that the page loads. */
  @Get(':file')
  @Operation('readDocsFile', {
    refusals: ['NotFound'],
    mediaTypes: ['text/javascript', 'text/css', 'image/png', 'text/plain'],
  })
  @Cacheable(IMMUTABLE)
  file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.file(name));
  }
}
