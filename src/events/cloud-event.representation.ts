import { representTime, type Timestamp } from '../http/answers/timestamp.representation.js';
import type { EventType } from './event-types.js';
import type { PublishedEvent } from './feed.store.js';

/** An event, as CloudEvents 1.0 names its members. */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** Unique. An event that is told twice has the same one. */
  readonly id: string;
  /** The library. */
  readonly source: string;
  readonly type: EventType;
  /**
   * When it was published: the full hour of a patron's event, the full minute of others.
   */
  readonly time: Timestamp;
  /** What it is about, such as `patrons/1` or `titles/53be238e-d4d2-5efd-8241-c596634d055e`. */
  readonly subject: string;
  readonly datacontenttype: 'application/json';
  readonly data: EventData;
}

/** Numbers that lead to the resource, with the right token. It names a patron or a title, and never both. */
export interface EventData {
  readonly websiteId: number;
  readonly patronId?: number;
  readonly reserveId?: string;
  /** Of a licence, with its collection. */
  readonly licenceId?: string;
  readonly collectionId?: string;
  /** Why a hold ended. */
  readonly reason?: string;
  /** The card whose holds and loans the patron has now. */
  readonly mergedPatronId?: number;
  /** Of the report about an import. */
  readonly importId?: string;
}

export function representEvent({
  eventId,
  websiteId,
  type,
  patronId,
  reserveId,
  detail,
  moment,
}: PublishedEvent): CloudEvent {
  return {
    specversion: '1.0',
    id: eventId,
    source: `/operator/v1/libraries/${websiteId}`,
    type,
    time: representTime(moment),
    subject: subjectOf({ websiteId, patronId, reserveId }),
    datacontenttype: 'application/json',
    data: {
      websiteId,
      ...(patronId !== null && { patronId }),
      ...(reserveId !== null && { reserveId }),
      ...detail,
    },
  };
}

export function subjectOf({
  websiteId,
  patronId,
  reserveId,
}: Pick<PublishedEvent, 'websiteId' | 'patronId' | 'reserveId'>): string {
  if (patronId !== null) return `patrons/${patronId}`;
  return reserveId === null ? `libraries/${websiteId}` : `titles/${reserveId}`;
}
