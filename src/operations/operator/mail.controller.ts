import { Controller, Get, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import { OperatorGuard } from '../../http/operator.guard.js';
import { QueryFields } from '../../http/query.decorator.js';
import { representUnsentNotice, type UnsentNoticeRecord } from './mail.representation.js';
import { MailService } from './mail.service.js';
import { pageOf, Paging } from './paging.requests.js';

/** Notices that have not arrived. */
@Controller('operator/v1/mail')
@UseGuards(OperatorGuard)
export class MailController {
  constructor(private readonly mail: MailService) {}

  @Get()
  async unsent(
    @QueryFields(Paging) query: Paging,
  ): Promise<{ readonly notices: readonly UnsentNoticeRecord[] }> {
    return { notices: (await this.mail.unsent(pageOf(query))).map(representUnsentNotice) };
  }

  /** Tries all of them again now, refused ones too: after an address or the mail server was mended. */
  @Post('retry')
  @HttpCode(HttpStatus.OK)
  async retry(): Promise<{ readonly retried: number }> {
    return { retried: await this.mail.retry() };
  }
}
