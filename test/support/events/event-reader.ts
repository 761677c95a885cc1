import { type CloudEvent } from '../../../src/events/cloud-event.representation.js';
import { OperatorClient } from '../operator/operator-client.js';
import { type Answer, mustSucceed } from '../client.js';
import { statement } from '../../../src/platform/database/statement.js';
import { eventually } from '../clock.js';
import type { ServiceUnderTest } from '../service.js';

export interface EventList {
  readonly data: readonly CloudEvent[];
  readonly iterator: string;
  readonly done: boolean;
}

const WAITING = statement<{ waiting: number }>(
  'test-events-waiting',
  `SELECT (SELECT count(*)::int FROM patron_event_outbox) + (SELECT count(*)::int FROM title_event_outbox) AS waiting`,
);

/** Resolves when a worker has published all events. */
export async function waitUntilPublished({ database }: Pick<ServiceUnderTest, 'database'>): Promise<void> {
  await eventually(async () => {
    const [row] = await database.run(WAITING);
    expect(row?.waiting).toBe(0);
  });
}

/** Reads the feed from where it has come to. */
export class EventReader {
  iterator: string | undefined;

  constructor(
    readonly operator: OperatorClient,
    private readonly query: Readonly<Record<string, string | number>> = {},
  ) {}

  page(more: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
    const query = new URLSearchParams();
    const given = { ...this.query, ...(this.iterator !== undefined && { iterator: this.iterator }), ...more };
    for (const [name, value] of Object.entries(given)) query.set(name, String(value));
    return this.operator.get(`/operator/v1/events?${query.toString()}`);
  }

  async next(more: Readonly<Record<string, string | number>> = {}): Promise<EventList> {
    const list = (await mustSucceed(this.page(more))).body as EventList;
    this.iterator = list.iterator;
    return list;
  }

  /** All events there are, page by page. */
  async rest(limit = 100): Promise<CloudEvent[]> {
    const events: CloudEvent[] = [];
    for (;;) {
      const { data, done } = await this.next({ limit });
      events.push(...data);
      if (done) return events;
    }
  }
}

export const named = (events: readonly CloudEvent[]): string[] =>
  events.map(({ type, subject, data: { reason } }) => [type, subject, reason].filter(Boolean).join(' '));
