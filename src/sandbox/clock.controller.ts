import { Controller, Get, HttpCode, HttpStatus, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { readJsonText } from '../http/fields/request-body.js';
import { OperatorGuard } from '../http/authorization/operator.guard.js';
import { type ClockRecord, representClock } from './clock.representation.js';
import { readClockMove } from './clock.requests.js';
import { ClockService } from './clock.service.js';

/** The movable clock of a sandbox: lets client developers test what happens days later. */
@Controller('sandbox/v1/clock')
@UseGuards(OperatorGuard)
export class ClockController {
  constructor(private readonly clock: ClockService) {}

  @Get()
  async read(): Promise<ClockRecord> {
    return representClock(await this.clock.read());
  }

  @Post()
  @HttpCode(HttpStatus.OK)
  async move(@Req() request: Request): Promise<ClockRecord> {
    const advanceSeconds = readClockMove(await readJsonText(request));
    return representClock(await this.clock.move(advanceSeconds));
  }
}
