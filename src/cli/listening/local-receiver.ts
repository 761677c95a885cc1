import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudEvent } from '../../events/cloud-event.representation.js';
import { sendOnce } from '../../events/webhooks/delivery.js';
import { isAccepted } from '../../platform/outbound/signed-sender.js';
import { retrySeconds } from '../../events/webhooks/retry-pauses.js';
import { SecretSeal } from '../../platform/secret-seal.js';

/** An event is skipped after so many refusals. Without any answer, the receiver is probably restarting. */
const MAX_REFUSALS = 4;
const MAX_PAUSE_SECONDS = 60;

/** A webhook's receiver on the developer's own machine. It gets the same requests as a registered one, one at a time. */
export class LocalReceiver {
  /** The secret is not sealed, as it is in no database. */
  private readonly to = { seal: new SecretSeal({ webhooksKeys: [] }) };
  private readonly webhookId = randomUUID();

  constructor(
    private readonly url: string,
    private readonly secret: string,
    private readonly report: (line: string) => void,
    private readonly pauseAfter = secondsAfter,
  ) {}

  /** Tries until the event is accepted or skipped, or the signal aborts. */
  async deliver(event: CloudEvent, signal: AbortSignal): Promise<void> {
    for (let failures = 0, refusals = 0; !signal.aborted; failures++) {
      const { status, problem } = await this.send(event, signal);
      if (signal.aborted && status === null) return;
      const line = `${status ?? '---'}  ${event.type}  ${event.subject}  ${event.id}`;
      if (isAccepted({ status })) return this.report(line);
      if (status !== null) refusals++;
      if (refusals === MAX_REFUSALS) return this.report(`${line}  It is not sent again.`);
      const pause = this.pauseAfter(failures);
      this.report(`${line}  ${problem ? `${problem} ` : ''}Again in ${Math.round(pause)} seconds.`);
      await sleep(pause * 1000, undefined, { signal }).catch(() => undefined);
    }
  }

  private send(event: CloudEvent, signal: AbortSignal): ReturnType<typeof sendOnce> {
    const { websiteId, patronId = null } = event.data;
    const target = { webhookId: this.webhookId, websiteId, url: this.url, secrets: [this.secret] };
    const message = { id: event.id, type: event.type, patronId, body: JSON.stringify(event) };
    return sendOnce(target, message, this.to, signal);
  }
}

/** As for a webhook, but without pauses of an hour: somebody waits at a terminal. */
function secondsAfter(failures: number): number {
  return Math.min(retrySeconds(failures), MAX_PAUSE_SECONDS);
}
