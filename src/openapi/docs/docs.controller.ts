import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Cacheable, IMMUTABLE } from '../../http/answers/cacheable.decorator.js';
import { sendFile } from '../../http/answers/static-file.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { DocsService } from './docs.service.js';
import { OPERATION_POLICY, OVERVIEW_POLICY } from './docs-page.js';

/** openapi.json as pages: an overview, and one for each operation, on which it is tried. Open to all. */
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

  /** Read one operation in full, on a page on which it is tried. */
  @Get('operations/:operationId')
  @Operation('readOperation', { refusals: ['NotFound'], mediaTypes: ['text/html'] })
  @Header('Content-Security-Policy', OPERATION_POLICY)
  operation(
    @Param('operationId') operationId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    sendFile(request, response, this.docs.operationAt(request.path, operationId));
  }

  /** Read a file that these pages load. */
  @Get(':file')
  @Operation('readDocsFile', {
    refusals: ['NotFound'],
    mediaTypes: ['text/javascript', 'image/svg+xml'],
  })
  @Cacheable(IMMUTABLE)
  file(@Param('file') name: string, @Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.docs.file(name));
  }
}
