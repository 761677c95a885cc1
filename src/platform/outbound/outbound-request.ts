import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
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
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestTls : requestPlain;
    // Without an agent, no connection of another request is used.
    const options = { agent: false, lookup: pinned(addresses), signal };
    const headers = { accept, 'accept-encoding': 'gzip, identity' };
    request(url, { ...options, headers })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
  try {
    if (response.statusCode !== 200) throw new Error(`The answer was ${response.statusCode}.`);
    return await decoded(response, await contentOf(response, limits.maxBytes), limits.maxBytes);
  } finally {
    response.destroy();
  }
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
