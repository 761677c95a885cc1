import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenHoldersService } from '../access/tokens/token-holders.service.js';
import type { PatronKey } from '../domain/patron.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { bearerTokenOf } from '../http/authorization/operator-tokens.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { RequestLimits } from '../http/limits/request-limits.js';
import { noteStream } from '../platform/observability/observed-requests.js';
import { ChangeStream, EVENT_STREAM } from './change-stream.js';
import { ChangeStreams } from './change-streams.service.js';

/** A patron's own changes, as they happen (decision 13). */
@Controller('v1/patrons/me/changes')
@UseGuards(BearerGuard)
export class ChangesController {
  constructor(
    private readonly streams: ChangeStreams,
    private readonly holders: TokenHoldersService,
    private readonly limits: RequestLimits,
  ) {}

  @Get()
  async follow(@Me() me: PatronKey, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (response.closed) return;
    this.streams.requireRoom(me);
    if (request.method === 'HEAD') {
      response.type(EVENT_STREAM).end();
      return;
    }
    const token = this.holders.hold(bearerTokenOf(request) ?? '');
    const stream = new ChangeStream(me, token, response, request.get('Last-Event-ID'));
    response.once('close', () => this.streams.close(stream));
    await this.streams.open(stream);
    noteStream(request);
    this.limits.endTurn(me, response);
  }
}
