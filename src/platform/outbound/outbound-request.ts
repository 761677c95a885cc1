import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { beginningOf, contentOf } from './answer-content.js';
import { Destination, type Sending } from './destination.js';
import type { Outbound } from './outbound-policy.js';
import { unlessAborted } from './unless-aborted.js';

export interface OutboundRequest extends Outbound {
  readonly url: URL;
  /** One or several media types. */
  readonly accept: string;
  /** The limit after decompression. */
  readonly maxBytes: number;
  /** The limit for look-up, connection and answer together. */
  readonly timeoutMs: number;
}

/**
 * Gets the content of an address. It connects only to checked addresses, follows no redirects, and reads at most `maxBytes`.
 * @throws Error unless the answer is 200 and within the limits; AddressRefused
 */
export async function getOutbound({ url, accept, ...limits }: OutboundRequest): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const sending = {
    method: 'GET',
    headers: { accept, 'accept-encoding': 'gzip, identity' },
    signal,
  } as const;
  return exchange(url, limits, sending, (response) => {
    if (response.statusCode !== 200) throw new Error(`The answer was ${response.statusCode}.`);
    return contentOf(response, limits.maxBytes);
  });
}

/**
 * Asks a host that the installation has named, like `fetch`, but follows no redirects and reads at most `maxBytes`.
 * @param sending its signal covers look-up, connection and answer
 * @throws Error if the answer is incomplete or too large
 */
export async function fetchOutbound(
  url: URL,
  { proxy, maxBytes, ...sending }: Sending & Pick<Outbound, 'proxy'> & { readonly maxBytes: number },
): Promise<Response> {
  const to = { policy: undefined, proxy };
  return exchange(url, to, sending, async (response) => {
    const content = await contentOf(response, maxBytes);
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    return new Response(content.length === 0 ? null : new Uint8Array(content), {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(headers),
    });
  });
}

async function exchange<Result>(
  url: URL,
  to: Outbound,
  sending: Sending,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const destination = await Destination.find(url, to, sending);
  try {
    return await unlessAborted(read(await destination.send(sending)), sending.signal);
  } finally {
    destination.close();
  }
}

export interface OutboundPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The rest of the answer is not read. */
  readonly maxBytes: number;
  /** The limit for look-up, connection and answer together. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the answer. */
  readonly content: Buffer;
}

/** A receiver that a library or a patron has named. The first request resolves its address for all that follow. */
export class OutboundReceiver {
  private destination: Promise<Destination> | undefined;

  constructor(
    private readonly url: URL,
    private readonly to: Outbound & { readonly websiteId: number },
  ) {}

  /**
   * Follows no redirects.
   * @throws AddressRefused, the resolver's errors; Error if the answer, up to its limit, is not complete in time
   */
  async post({ maxBytes, timeoutMs, signal: stop, ...sending }: OutboundPost): Promise<OutboundAnswer> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    // Later requests share this look-up, although it has less time left than they have.
    this.destination ??= Destination.find(this.url, this.to, { signal, websiteId: this.to.websiteId });
    const destination = await unlessAborted(this.destination, signal);
    const response = await destination.send({ method: 'POST', ...sending, signal });
    const content = await unlessAborted(beginningOf(response, maxBytes), signal);
    return { status: response.statusCode ?? 0, headers: response.headers, content };
  }

  close(): void {
    void this.destination?.then((destination) => destination.close()).catch(() => undefined);
  }
}
