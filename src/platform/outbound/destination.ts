import type { LookupAddress } from 'node:dns';
import {
  Agent as PlainAgent,
  type AgentOptions,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { pinned } from '../host-addresses.js';
import {
  addressesOf,
  isPublicAddress,
  type LookUp,
  type Outbound,
  resolveAllowed,
} from './outbound-policy.js';
import { unlessAborted } from './unless-aborted.js';

/** A request. */
export interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** Aborts the request, and the reading of its answer. */
  readonly signal: AbortSignal;
}

/**
 * A host whose addresses were resolved and checked once. All requests go to these addresses over kept connections; those to public addresses use the
 * proxy, if there is one.
 */
export class Destination {
  private readonly agent: PlainAgent;

  private constructor(
    private readonly url: URL,
    private readonly options: RequestOptions,
    agent: AgentOptions,
  ) {
    this.agent = url.protocol === 'https:' ? new TlsAgent(agent) : new PlainAgent(agent);
  }

  /** @throws AddressRefused, the resolver's errors, the signal's reason */
  static async find(url: URL, { policy, proxy }: Outbound, lookUp: LookUp): Promise<Destination> {
    const addresses = await (policy === undefined
      ? addressesOf(url, lookUp)
      : resolveAllowed(url, policy, lookUp));
    if (proxy === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return new Destination(url, {}, { keepAlive: true, lookup: pinned(addresses) });
    return new Destination(url, throughProxy(url, addresses), {
      keepAlive: true,
      proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
    });
  }

  /** Follows no redirects. @throws Error if there is no answer; the signal's reason */
  async send(sending: Sending): Promise<IncomingMessage> {
    return unlessAborted(this.response(sending), sending.signal);
  }

  private response({ body, headers, ...sending }: Sending): Promise<IncomingMessage> {
    const send = this.url.protocol === 'https:' ? requestTls : requestPlain;
    const all = { ...(this.options.headers as object), ...headers, ...lengthOf(body) };
    return new Promise((resolve, reject) => {
      const request = send(this.url, { ...this.options, ...sending, agent: this.agent, headers: all });
      request.on('response', resolve).on('error', (error) => {
        // The other side closed a kept connection at that moment, and has read nothing.
        const isStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET';
        if (isStale) resolve(this.response({ body, headers, ...sending }));
        else reject(error);
      });
      request.on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        reject(new Error(`The answer was ${statusCode}.`));
      });
      request.on('close', () => reject(new Error('The connection ended without an answer.')));
      request.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/**
 * The proxy gets the checked address in place of the name, which may resolve differently by then. Only the installation itself can name public hosts
 * by http, and may name any.
 */
function throughProxy({ protocol, host }: URL, addresses: readonly LookupAddress[]): RequestOptions {
  if (protocol === 'http:') return {};
  return { hostname: addresses[0]?.address, headers: { host } };
}

function lengthOf(body: Sending['body']): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}
