import { Controller, Get, Header, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { sendPage } from './content/html-page.js';
import { FormFields, QueryFields } from '../http/fields/fields.decorators.js';
import { formatChoicePage } from './format-choice-page.js';
import { FormatChoiceRequest, FormatChoiceQuery } from './format-choice.requests.js';
import { FormatChoiceService } from './format-choice.service.js';

/** A browser comes here for the content of a loan whose format is not chosen yet. It needs nothing but the link. */
@Controller('content/format')
export class FormatChoiceController {
  constructor(private readonly choice: FormatChoiceService) {}

  @Get()
  @Header('Referrer-Policy', 'no-referrer')
  async read(@QueryFields() { loan }: FormatChoiceQuery, @Res() response: Response): Promise<void> {
    const found = await this.choice.find(loan);
    if (typeof found === 'string') {
      response.redirect(HttpStatus.SEE_OTHER, found);
      return;
    }
    // The answer to the form leads to the content, which may be at any site; browsers apply the policy to that, too.
    const { frameOrigins } = found;
    sendPage(response, formatChoicePage(found), { formAction: "'self' http: https:", frameOrigins });
  }

  @Post()
  @Header('Referrer-Policy', 'no-referrer')
  async choose(
    @QueryFields() { loan }: FormatChoiceQuery,
    @FormFields() { formatType }: FormatChoiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    response.redirect(HttpStatus.SEE_OTHER, await this.choice.choose(loan, formatType));
  }
}
