import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONTENT_SECURITY_POLICY } from './welcome-page.js';
import { WelcomeService } from './welcome.service.js';

/** The base address, for people in a browser or at a terminal. Open to all. */
@Controller()
export class WelcomeController {
  constructor(private readonly welcome: WelcomeService) {}

  @Get()
  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Vary', 'Accept')
  page(@Req() request: Request, @Res() response: Response): void {
    const { mediaType, content } = this.welcome.answerFor(
      request.accepts(),
      request.accepts('text/plain') !== false,
    );
    response.type(mediaType).send(content);
  }
}
