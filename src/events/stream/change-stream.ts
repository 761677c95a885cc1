import { randomInt } from 'node:crypto';
import type { Response } from 'express';
import type { HeldToken } from '../../access/tokens/token-holders.service.js';
import { refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';

export const EVENT_STREAM = 'text/event-stream';

/** The pause until a client reconnects varies: when a process has stopped, not all may come back at once. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 5_000;

/** Replaces the id of an event, where there is none. */
const NO_EVENT = 'none';

/**
 * Server-sent events for one client. Each says that something of the patron's has changed, and has the id of the latest event; the client
 * reads the change elsewhere.
 */
export class ChangeStream {
  private readonly opening = Promise.withResolvers<void>();
  private state: 'opening' | 'open' | 'over' = 'opening';

  /** @param known the id that the client has from an earlier stream, if any */
  constructor(
    readonly patron: PatronKey,
    readonly token: HeldToken,
    private readonly response: Response,
    private known: string | undefined,
  ) {
    response.once('close', () => {
      this.state = 'over';
      this.opening.resolve();
    });
  }

  /** Resolves when the answer has begun, or the client has left; rejects when it cannot begin. */
  get opened(): Promise<void> {
    return this.opening.promise;
  }

  /** Sends the latest event, unless the client knows it. The first call begins the answer. */
  tell(eventId: string | null): void {
    if (this.state === 'opening') this.begin();
    const id = eventId ?? NO_EVENT;
    if (id === this.known) return;
    this.known = id;
    this.write(`event: changed\nid: ${id}\ndata: {}\n\n`);
  }

  /** Sends a comment, so that nothing on the way takes the stream for dead. */
  beat(): void {
    if (this.state === 'open') this.write(':\n\n');
  }

  /** Refuses the request of a stream that has not begun. */
  refuse(error: unknown): void {
    if (this.state !== 'opening') return;
    this.state = 'over';
    this.opening.reject(error);
  }

  end(): void {
    this.refuse(refusal('ServiceUnavailable'));
    if (this.state === 'open') this.response.end();
    this.state = 'over';
  }

  private begin(): void {
    this.state = 'open';
    // nginx would keep back small amounts.
    this.response.status(200).set({ 'Content-Type': EVENT_STREAM, 'X-Accel-Buffering': 'no' });
    this.write(`retry: ${randomInt(MIN_RETRY_MS, MAX_RETRY_MS + 1)}\n\n`);
    this.opening.resolve();
  }

  private write(text: string): void {
    if (this.state !== 'open') return;
    // The client no longer reads.
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.write(text);
  }
}
