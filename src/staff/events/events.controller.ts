import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { EventFeed } from '../../events/event-feed.service.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { rolesAllowed } from '../permissions/permissions.js';
import { RequestedLibraries } from '../permissions/staff.decorator.js';
import { type EventListRecord, representEvents } from './events.representation.js';
import { EventsQuery, readingIn } from './events.requests.js';

/** What has happened. */
@Tag('Operator')
@Controller('operator/v1/events')
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  /**
   * See what has happened.
   * @remarks In the last 30 days: in the order of the commits for each patron and each title, at least once. Patrons’ events name
   * no title, and titles’ events no patron; neither times nor the order of the two tie them together. Those of patrons are told
   * to the desk and administrators.
   */
  @Get()
  @Operation('listEvents', { refusals: ['IteratorExpired'] })
  @Allow('any', { library: 'query' })
  async list(
    @QueryFields() query: EventsQuery,
    @RequestedLibraries() titles: readonly number[] | undefined,
    // As all that names patrons.
    @RequestedLibraries(rolesAllowed('desk')) patrons: readonly number[] | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventListRecord> {
    const left = new AbortController();
    response.once('close', () => left.abort());
    if (response.closed) left.abort();
    const { beginning, ...filter } = readingIn(query);
    const wait = { waitSeconds: query.wait, left: left.signal };
    return representEvents(
      await this.feed.read(beginning, { ...filter, websiteIds: { patrons, titles } }, wait),
    );
  }
}
