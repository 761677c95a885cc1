import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AllowAnyone } from '../permissions/allow.decorator.js';
import { STYLESHEET, STYLESHEET_HASH } from './stylesheet.js';

const ONE_YEAR = 365 * 24 * 3600;

/** Open to all: the page to sign in has the same style. */
@Controller('console')
export class StylesheetController {
  /**
   * A page of the release before or after this one names another hash. It gets this style too, but must not keep it under
   * that name.
   */
  @Get('console-:hash.css')
  @AllowAnyone()
  read(@Param('hash') hash: string, @Res() response: Response): void {
    if (hash === STYLESHEET_HASH)
      response.set('Cache-Control', `public, max-age=${ONE_YEAR}, immutable`).removeHeader('Pragma');
    if (hash === STYLESHEET_HASH) response.removeHeader('Expires');
    response.type('text/css').send(STYLESHEET);
  }
}
