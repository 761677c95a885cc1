import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OpenApiService } from './openapi.service.js';

/** What the service can do, for programs and for people. Open to all. */
@Controller()
export class OpenApiController {
  constructor(private readonly openapi: OpenApiService) {}

  @Get('openapi.json')
  json(@Res() response: Response): void {
    response.type('application/json').send(this.openapi.json);
  }

  /** A page without scripts, that loads nothing. */
  @Get('docs')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  page(@Res() response: Response): void {
    response.type('text/html').send(this.openapi.page);
  }
}
