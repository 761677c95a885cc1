import { Controller, Get, HttpCode, HttpStatus, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { readJsonText } from '../http/fields/request-body.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type ClockRecord, representClock } from '../sandbox/clock.representation.js';
import { CLOCK_BODY, readClockMove } from '../sandbox/clock.requests.js';
import { requireLocalHost } from './local-sandbox.js';
import { requireOwnPage } from './own-page.js';
import { ShelfClockService } from './shelf-clock.service.js';
import { representWrittenMails, type WrittenMailListRecord } from './shelf-sandbox.representation.js';
import { bearerTokenOf } from './shelf.requests.js';
import { WrittenMailsService } from './written-mails.service.js';

/**
 * The clock and the mails beside the shelf. They need no token, since only a sandbox on one's own machine has them: see
 * `isLocalSandbox`.
 */
@Tag('Shelf')
@Controller('shelf/sandbox')
export class ShelfSandboxController {
  constructor(
    private readonly clock: ShelfClockService,
    private readonly mails: WrittenMailsService,
  ) {}

  /** Read the clock of a sandbox on one’s own machine. */
  @Get('clock')
  @Operation('readShelfClock')
  async readClock(@Req() request: Request): Promise<ClockRecord> {
    requireLocalHost(request);
    return representClock(await this.clock.read());
  }

  /** Move the clock of a sandbox on one’s own machine. */
  @Post('clock')
  @Operation('moveShelfClock', { body: CLOCK_BODY })
  @HttpCode(HttpStatus.OK)
  async moveClock(@Req() request: Request): Promise<ClockRecord> {
    requireLocalHost(request);
    requireOwnPage(request);
    const seconds = readClockMove(await readJsonText(request));
    return representClock(await this.clock.move(seconds, bearerTokenOf(request)));
  }

  /** Read the mails that a sandbox on one’s own machine has written. */
  @Get('mails')
  @Operation('listShelfMails')
  async listMails(@Req() request: Request): Promise<WrittenMailListRecord> {
    requireLocalHost(request);
    return representWrittenMails(await this.mails.latest());
  }
}
