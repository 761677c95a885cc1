import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OpenApiService } from './openapi.service.js';
import { sendFile } from '../http/answers/static-file.js';

/** What the service can do, for programs. Open to all. */
@Controller()
export class OpenApiController {
  constructor(private readonly openapi: OpenApiService) {}

  @Get('openapi.json')
  json(@Req() request: Request, @Res() response: Response): void {
    sendFile(request, response, this.openapi.document);
  }
}
