import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '../../events/cloud-event.representation.js';
import { MAX_EVENTS } from '../../events/feed.store.js';
import { fetchOutbound } from '../../platform/outbound/outbound-request.js';
import type { EventListRecord } from '../../staff/events/events.representation.js';
import { CommandFailed } from '../command-failed.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.js';

/** How long the service waits for an event, and then this client for its answer. */
const WAIT_SECONDS = 30;
const TIMEOUT_MS = (WAIT_SECONDS + 15) * 1000;
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** The pause before a service that gives no answer, or no page, is asked again. */
const PAUSE_SECONDS = 3;
/** A proxy may ask for an hour, but somebody at a terminal is waiting. */
const MAX_PAUSE_SECONDS = 60;

export interface FollowedService {
  /** Without a slash at the end. */
  readonly url: string;
  /** The operator's, or an API token of staff. */
  readonly token: string;
}

/** The feed of a service, read as any client reads it (docs/events.md). */
export class FollowedFeed {
  constructor(
    private readonly service: FollowedService,
    private readonly signal: AbortSignal,
    private readonly report: (line: string) => void,
  ) {}

  /**
   * The present end of the feed.
   * @throws CommandFailed if the service gives no answer, or refuses
   */
  async end(): Promise<string> {
    const answer = await this.ask({ iterator: 'now', limit: '1' });
    if (answer instanceof Response) return (await this.pageIn(answer)).iterator;
    throw new CommandFailed(
      `No service answers at ${this.service.url}: start it, or name another address with --service.`,
      { cause: answer },
    );
  }

  /**
   * The events behind the iterator, or all stored ones, and then each new one, until the signal aborts.
   * @throws CommandFailed if the service refuses
   */
  async *events(iterator: string | undefined): AsyncGenerator<CloudEvent> {
    for (let place = iterator; !this.signal.aborted;) {
      const page = await this.next(place);
      if (page === undefined) return;
      yield* page.data;
      place = page.iterator;
    }
  }

  /** Undefined if the signal aborts. */
  private async next(iterator: string | undefined): Promise<EventListRecord | undefined> {
    const query = { limit: String(MAX_EVENTS), wait: String(WAIT_SECONDS), ...(iterator && { iterator }) };
    for (let failures = 0; !this.signal.aborted; failures++) {
      const answer = await this.ask(query);
      if (answer instanceof Response && !isPassing(answer)) return this.pageIn(answer);
      if (this.signal.aborted) break;
      if (failures === 0) this.report(`${this.service.url} gives no events now; it is asked again.`);
      await sleep(pauseAfter(answer) * 1000, undefined, { signal: this.signal }).catch(() => undefined);
    }
    return undefined;
  }

  /** The answer, or the error. */
  private async ask(query: Readonly<Record<string, string>>): Promise<Response | Error> {
    const url = new URL(`${this.service.url}/operator/v1/events?${new URLSearchParams(query).toString()}`);
    const headers = { authorization: `Bearer ${this.service.token}`, accept: 'application/json' };
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return fetchOutbound(url, { method: 'GET', headers, signal, maxBytes: MAX_PAGE_BYTES }).catch(
      (error: unknown) => error as Error,
    );
  }

  private async pageIn(answer: Response): Promise<EventListRecord> {
    const body = (await answer.json().catch(() => ({}))) as EventListRecord & { readonly message?: string };
    if (answer.ok && Array.isArray(body.data)) return body;
    const why = body.message ?? 'That is no answer of Holdfast.';
    throw new CommandFailed(`${this.service.url} has answered ${answer.status}. ${why}`);
  }
}

/** Whether the error may be over soon: too many requests, or a fault of the service. */
function isPassing({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

/** In seconds. A proxy may send a date instead of a number: then the pause is the shortest. */
export function pauseAfter(answer: Response | Error): number {
  const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) : 0;
  return Math.min(Math.max(asked || 0, PAUSE_SECONDS), MAX_PAUSE_SECONDS);
}

/** Times in the feed are rounded down: an event may have happened until the end of its hour or minute. */
export function isSince({ time, subject }: CloudEvent, moment: Date): boolean {
  const precision = subject.startsWith('patrons/') ? HOUR_MS : MINUTE_MS;
  return Date.parse(time) + precision > moment.getTime();
}
