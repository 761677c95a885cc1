import { Module } from '@nestjs/common';
import { EventFeed } from './event-feed.service.js';
import { PublishedEvents } from './published-events.js';

/** Events for systems that want to be told instead of asking. */
@Module({ providers: [EventFeed, PublishedEvents], exports: [EventFeed, PublishedEvents] })
export class EventsModule {}
