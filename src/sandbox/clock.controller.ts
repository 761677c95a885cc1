import { Controller, Get, HttpCode, HttpStatus, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { readJsonText } from '../http/fields/request-body.js';
import { OperatorGuard } from '../http/authorization/operator.guard.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type ClockRecord, representClock } from './clock.representation.js';
import { CLOCK_BODY, readClockMove } from './clock.requests.js';
import { ClockService } from './clock.service.js';

/** The movable clock of a sandbox: lets client developers test what happens days later. */
@Tag('Sandbox')
@Controller('sandbox/v1/clock')
@UseGuards(OperatorGuard)
export class ClockController {
  constructor(private readonly clock: ClockService) {}

  /** Read the clock. */
  @Get()
  @Operation('readClock')
  async read(): Promise<ClockRecord> {
    return representClock(await this.clock.read());
  }

  /** Move the clock, or reset it. */
  @Post()
  @Operation('moveClock', { body: CLOCK_BODY })
  @HttpCode(HttpStatus.OK)
  async move(@Req() request: Request): Promise<ClockRecord> {
    const advanceSeconds = readClockMove(await readJsonText(request));
    return representClock(await this.clock.move(advanceSeconds));
  }
}
