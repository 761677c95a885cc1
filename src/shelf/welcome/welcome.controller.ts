import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { WelcomeService } from './welcome.service.js';

/** The base address, for people in a browser or at a terminal. Open to all. */
@Tag('Process')
@Controller()
export class WelcomeController {
  constructor(private readonly welcome: WelcomeService) {}

  /**
   * Read what this is, and which addresses there are.
   * @remarks A page for requests whose `Accept` names `text/html`, as browsers do; otherwise a short text. Requests that take
   * neither get 404.
   */
  @Get()
  @Operation('readWelcome', { refusals: ['NotFound'], mediaTypes: ['text/html', 'text/plain'] })
  @Header('Vary', 'Accept, Accept-Language, Cookie')
  page(@Req() request: Request, @Res() response: Response): void {
    const { mediaType, content, headers } = this.welcome.answerTo(request);
    response.set(headers).type(mediaType).send(content);
  }
}
