import { setMaxListeners } from 'node:events';
import { type SecretSeal, SecretUnreadable } from '../secret-seal.js';
import { AddressRefused, type Outbound } from './outbound-policy.js';
import { OutboundReceiver } from './outbound-request.js';
import { signedHeaders } from './signature.js';

/** Covers look-up, connection and answer. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const ANSWER_SHOWN = 500;

/** A library's receiver of signed messages. */
export interface SignedTarget {
  readonly websiteId: number;
  readonly url: string;
  /** To whom the secrets are bound. */
  readonly secretOwner: string;
  /** Sealed; several while one replaces others. */
  readonly secrets: readonly string[];
}

/** The way out for signed messages, and the key that opens their secrets. */
export interface SignedOutbound extends Outbound {
  readonly seal: SecretSeal;
}

/** What a receiver answered. */
export interface ReceiverAnswer {
  /** Null: there was no whole answer. */
  readonly status: number | null;
  /** Its first 500 characters. */
  readonly answer: string | null;
  /** The reason for having no answer. */
  readonly problem: string | null;
}

export function isAccepted({ status }: Pick<ReceiverAnswer, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Posts JSON to one receiver, signed as Standard Webhooks describe it. The first request resolves its address for all that follow. */
export class SignedSender {
  private readonly receiver: OutboundReceiver;

  constructor(
    private readonly target: SignedTarget,
    private readonly to: SignedOutbound,
    private readonly userAgent: string,
  ) {
    const { policy, proxy } = to;
    this.receiver = new OutboundReceiver(new URL(target.url), {
      policy,
      proxy,
      websiteId: target.websiteId,
    });
  }

  /** @param id the same for all attempts at one message */
  async send({ id, body }: SignedMessage, signal: AbortSignal): Promise<ReceiverAnswer> {
    setMaxListeners(0, signal);
    const { secretOwner, secrets } = this.target;
    try {
      const opened = secrets.map((secret) => this.to.seal.open(secretOwner, secret));
      const headers = {
        ...signedHeaders({ id, sentAt: new Date(), body }, opened),
        'content-type': 'application/json',
        'user-agent': this.userAgent,
      };
      const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: TIMEOUT_MS };
      const { status, content } = await this.receiver.post({ headers, body, signal, ...limits });
      return { status, answer: shownOf(content), problem: null };
    } catch (error) {
      return { status: null, answer: null, problem: problemOf(error) };
    }
  }

  close(): void {
    this.receiver.close();
  }
}

interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

/** PostgreSQL stores every character but NUL. */
function shownOf(content: Buffer): string {
  return content.toString().replaceAll('\0', '\uFFFD').slice(0, ANSWER_SHOWN).toWellFormed();
}

function problemOf(error: unknown): string {
  if (error instanceof SecretUnreadable)
    return 'The secret cannot be opened: the service has lost its key. Replace the secret.';
  if (error instanceof AddressRefused) return `The address ${error.message}.`;
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError')
    return `There was no whole answer within ${TIMEOUT_MS / 1000} seconds.`;
  return typeof code === 'string'
    ? `The receiver could not be asked (${code}).`
    : 'The receiver could not be asked.';
}
