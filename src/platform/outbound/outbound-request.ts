import type { LookupAddress } from 'node:dns';
import {
  Agent as PlainAgent,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { addressesOf, type OutboundPolicy, resolveAllowed } from './outbound-policy.js';

export interface OutboundRequest {
  readonly url: URL;
  /** Undefined: the installation itself has set the address, and may name any. */
  readonly policy: OutboundPolicy | undefined;
  /** A media type, or several. */
  readonly accept: string;
  /** Of the content, after decompression. */
  readonly maxBytes: number;
  /** For all of it: look-up, connection, answer. */
  readonly timeoutMs: number;
}

/**
 * Gets what is at an address. It connects only to addresses that have been checked, follows no redirects, and reads no more than
 * it was asked to.
 * @throws Error unless the answer is 200 and within the limits; AddressRefused
 */
export async function getOutbound({ url, policy, accept, ...limits }: OutboundRequest): Promise<Buffer> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const addresses = await unlessAborted(
    policy === undefined ? addressesOf(url) : resolveAllowed(url, policy),
    signal,
  );
  const headers = { accept, 'accept-encoding': 'gzip, identity' };
  // Without an agent, no connection of another request is used.
  const response = await responseTo(url, { agent: false, lookup: pinned(addresses), signal, headers });
  try {
    if (response.statusCode !== 200) throw new Error(`The answer was ${response.statusCode}.`);
    return await decoded(response, await contentOf(response, limits.maxBytes), limits.maxBytes);
  } finally {
    response.destroy();
  }
}

export interface OutboundPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The rest of the answer is not read. */
  readonly maxBytes: number;
  /** For connection and answer. */
  readonly timeoutMs: number;
  /** Gives up when it aborts. */
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** What was read of it. */
  readonly content: Buffer;
}

/**
 * A receiver whose address was resolved and checked once: all requests go to the addresses that were found, over connections that
 * are kept until it is closed.
 */
export class OutboundReceiver {
  private readonly agent: PlainAgent;

  private constructor(
    private readonly url: URL,
    addresses: readonly LookupAddress[],
  ) {
    const options = { keepAlive: true, lookup: pinned(addresses) };
    this.agent = url.protocol === 'https:' ? new TlsAgent(options) : new PlainAgent(options);
  }

  /** @throws AddressRefused, the resolver's errors, `TimeoutError` */
  static async find(url: URL, policy: OutboundPolicy, timeoutMs: number): Promise<OutboundReceiver> {
    return new OutboundReceiver(
      url,
      await unlessAborted(resolveAllowed(url, policy), AbortSignal.timeout(timeoutMs)),
    );
  }

  /** Follows no redirects. @throws Error if there is no whole answer in time, or none up to its limit */
  async post({ headers, body, maxBytes, timeoutMs, signal: stop }: OutboundPost): Promise<OutboundAnswer> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    const length = { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method: 'POST', agent: this.agent, signal, headers: { ...headers, ...length } };
    const response = await responseTo(this.url, options, body);
    const content = await beginningOf(response, maxBytes);
    return { status: response.statusCode ?? 0, content };
  }

  close(): void {
    this.agent.destroy();
  }
}

function responseTo(url: URL, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestTls : requestPlain;
    const request = send(url, options);
    request.on('response', resolve).on('error', (error) => {
      // The receiver has closed a kept connection at that moment: it has read nothing.
      const isStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET';
      if (isStale) responseTo(url, options, body).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
  });
}

/** Answers with the addresses that were checked, whatever the name leads to now. */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function contentOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Closes the connection behind it. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function decoded({ headers }: IncomingMessage, content: Buffer, maxBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return content;
  if (encoding !== 'gzip') throw new Error('The answer has an encoding that was not asked for.');
  return promisify(gunzip)(content, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(maxBytes) : error;
  });
}

function tooLarge(maxBytes: number): Error {
  return new Error(`The answer has more than ${maxBytes} bytes.`);
}

/** A look-up cannot be stopped: its result is ignored. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
