import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendFile } from '../static-file.js';
import { CONTENT_SECURITY_POLICY } from './docs-page.js';
import { DocsService } from './docs.service.js';

/** openapi.json as a page, on which operations can be tried. Open to all. */
@Controller('docs')
export class DocsController {
  constructor(private readonly docs: DocsService) {}

  @Get()
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  page(@Req() request: Request, @Res() response: Response): void {
    sendFile(response, this.docs.pageAt(request.path));
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    sendFile(response, this.docs.file(name));
  }
}
