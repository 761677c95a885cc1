import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { OutboundReceiver } from '../../platform/outbound/outbound-request.js';
import type { Outbound } from '../../platform/outbound/outbound-policy.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { MINUTE_MS } from '../../domain/durations.js';
import type { PushText } from './notice.push.js';
import type { PushSender } from './push-senders.service.js';
import type { PushReceiver, StoredReceiver } from './push-subscriptions.store.js';

/** A push message to one patron. */
export interface PushMessage {
  readonly text: PushText;
  /** What it is about: a later message about the same replaces it, in the push service and on the device. */
  readonly about: string;
  /** How long a push service keeps it for a browser that is away. */
  readonly seconds: number;
  readonly isUrgent: boolean;
}

/**
 * What came of it. `ended`: the push service knows the browser no more; `refused`: trying again is useless; `delayed`: another time it may be
 * accepted, perhaps not before so many seconds.
 */
export type PushOutcome =
  | { readonly is: 'sent' | 'ended' }
  | { readonly is: 'refused'; readonly status: number }
  | { readonly is: 'delayed'; readonly seconds: number };

/** Covers look-up, connection and answer. */
const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 4 * 1024;
/** A host that did not answer a library is not asked by it for so long: it must not keep mails waiting. */
const SILENT_MS = MINUTE_MS;
const MAX_SILENT_HOSTS = 1_000;
const MAX_PAUSE_SECONDS = 60 * 60;
/** What an answer means, but for 2xx and 5xx. */
const ENDED = [404, 410];
const PASSING = [408, 425, 429];

/** Posts encrypted messages (RFC 8291) to the push services of browsers. */
@Injectable()
export class PushServices {
  private readonly to: Outbound;
  /** Until when a host counts as silent, by the library and its name. */
  private readonly silent = new Map<string, number>();

  constructor(@Inject(CONFIG) { outbound, outboundProxy }: Config) {
    this.to = { policy: outbound, proxy: outboundProxy };
  }

  /** Follows no redirects, and reads little of the answer. Does not fail. */
  async post(
    receiver: StoredReceiver,
    message: PushMessage,
    sender: PushSender,
    signal: AbortSignal,
  ): Promise<PushOutcome> {
    const url = new URL(receiver.endpoint);
    const host = [receiver.websiteId, url.host].join(' ');
    if ((this.silent.get(host) ?? 0) > Date.now()) return { is: 'delayed', seconds: 0 };
    const { headers, body } = await encrypted(receiver, message, sender);
    const service = new OutboundReceiver(url, { ...this.to, websiteId: receiver.websiteId });
    try {
      const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS };
      const answer = await service.post({ headers, body, signal, ...limits });
      return outcomeOf(answer.status, answer.headers['retry-after']);
    } catch {
      if (!signal.aborted) this.noteSilent(host);
      return { is: 'delayed', seconds: 0 };
    } finally {
      service.close();
    }
  }

  private noteSilent(host: string): void {
    if (this.silent.size >= MAX_SILENT_HOSTS) this.silent.clear();
    this.silent.set(host, Date.now() + SILENT_MS);
  }
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' };
  if (ENDED.includes(status)) return { is: 'ended' };
  if (status < 500 && !PASSING.includes(status)) return { is: 'refused', status };
  return {
    is: 'delayed',
    seconds: Math.min(Math.max(Math.ceil(secondsIn(retryAfter)), 0), MAX_PAUSE_SECONDS),
  };
}

/** A number of seconds, or a date (RFC 9110, 10.2.3). */
function secondsIn(retryAfter = ''): number {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? 0 : seconds;
}

interface EncryptedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function encrypted(
  { endpoint, p256dh, auth }: PushReceiver,
  { text, about, seconds, isUrgent }: PushMessage,
  { subject, keys }: PushSender,
): Promise<EncryptedMessage> {
  // Loaded only where push messages are used.
  const { default: webPush } = await import('web-push');
  const topic = topicOf(about, auth);
  const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify({ ...text, tag: topic }), ENCODING);
  const { origin } = new URL(endpoint);
  const { publicKey, privateKey } = keys;
  return {
    body: cipherText,
    headers: {
      ...webPush.getVapidHeaders(origin, subject, publicKey, privateKey, ENCODING),
      'content-type': 'application/octet-stream',
      'content-encoding': ENCODING,
      'user-agent': 'Holdfast-Push',
      ttl: String(seconds),
      urgency: isUrgent ? 'normal' : 'low',
      topic,
    },
  };
}

const ENCODING = 'aes128gcm';
const MAX_TOPIC_LENGTH = 32;

/** A push service could guess the title from a plain hash; it does not know the secret of the browser. */
function topicOf(about: string, auth: string): string {
  return createHmac('sha256', auth).update(about).digest('base64url').slice(0, MAX_TOPIC_LENGTH);
}
