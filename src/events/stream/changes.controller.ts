import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokenHoldersService } from '../../access/tokens/token-holders.service.js';
import type { PatronKey } from '../../domain/patron.js';
import { BearerGuard } from '../../http/authorization/bearer.guard.js';
import { bearerTokenOf } from '../../http/authorization/operator-tokens.js';
import { Me } from '../../http/authorization/principal.decorator.js';
import { RequestLimits } from '../../http/limits/request-limits.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { noteStream } from '../../platform/observability/observed-requests.js';
import { ChangeStream, EVENT_STREAM } from './change-stream.js';
import { ChangeStreams } from './change-streams.service.js';

/** A patron's own changes, as they happen (decision 13). */
@Tag('Patron information')
@Controller('v1/patrons/me/changes')
@UseGuards(BearerGuard)
export class ChangesController {
  constructor(
    private readonly streams: ChangeStreams,
    private readonly holders: TokenHoldersService,
    private readonly limits: RequestLimits,
  ) {}

  /**
   * Be told of changes.
   * @remarks Server-sent events. Each says that a hold or a loan of the patron has changed, and not which: read again what you
   * show. The first comes at once, unless the request has, as `Last-Event-ID`, the id of the latest. The answer does not end by
   * itself.
   */
  @Get()
  @Operation('followChanges', {
    refusals: ['TooManyRequests'],
    mediaTypes: [EVENT_STREAM],
    isEndless: true,
    headers: [
      {
        name: 'Last-Event-ID',
        description: 'The id of the last event of an earlier answer.',
        example: '6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c',
      },
    ],
  })
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
