import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenApiService } from './openapi.service.js';
import { sendFile } from '../http/answers/static-file.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';

/** What the service can do, for programs. Open to all. */
@Tag('Process')
@Controller()
export class OpenApiController {
  constructor(private readonly openapi: OpenApiService) {}

  /** Read this description. */
  @Get('openapi.json')
  @Operation('readDescription', { mediaTypes: ['application/json'] })
  json(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.openapi.document);
  }

  /** Read this description as a collection for Postman. @remarks In its format 2.1, which Bruno and others import. */
  @Get('docs/postman.json')
  @Operation('readPostmanCollection', { mediaTypes: ['application/json'] })
  postman(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.openapi.collection);
  }
}
