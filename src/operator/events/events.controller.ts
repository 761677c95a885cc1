import { Controller, Get } from '@nestjs/common';
import { EventFeed } from '../../events/event-feed.service.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { RequestedLibraries } from '../../staff/permissions/staff.decorator.js';
import { type EventListRecord, representEvents } from './events.representation.js';
import { beginningIn, EventsQuery, feedFilter } from './events.requests.js';

/** What has happened. */
@Controller('operator/v1/events')
export class EventsController {
  constructor(private readonly feed: EventFeed) {}

  @Get()
  @Allow('any', { library: 'query' })
  async list(
    @QueryFields() query: EventsQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<EventListRecord> {
    return representEvents(
      await this.feed.read(beginningIn(query), { ...feedFilter(query), websiteIds }, query.wait),
    );
  }
}
