interface EventColumns {
  readonly websiteId: string;
  readonly type: string;
  readonly patronId: string;
  readonly eventId: string;
}

/** SQL for "the event names no patron, or one who was not forgotten while it was being sent". */
export const isStillKnown = ({ websiteId, type, patronId, eventId }: EventColumns): string =>
  `(${patronId} IS NULL OR ${type} = 'patron.forgotten' OR EXISTS (
     SELECT FROM event e WHERE e.website_id = ${websiteId} AND e.patron_id = ${patronId} AND e.event_id = ${eventId}))`;
