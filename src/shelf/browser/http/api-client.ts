import { reachable } from './addresses.js';
import { type Exchange, headersOfInterest } from './exchange.js';
import { sentenceFor } from '../refusals.js';
import type { Action } from './records.js';
import { say } from '../words/say.js';

const MAX_READ_MS = 30_000;

/** The service refused a request, or did not answer. `message` is for patrons. */
export class ApiError extends Error {
  constructor(
    readonly status: number | undefined,
    readonly code: string,
    message = sentenceFor({ status, code }),
    /** The service's own words, which name fields. */
    readonly detail = '',
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

interface ApiOptions {
  readonly token: string;
  /** Base addresses in answers that mean this very service. */
  readonly ownAddresses: readonly string[];
  /** Where the page came from, without a slash at its end. */
  readonly base: string;
  readonly onExchange: (exchange: Exchange) => void;
  /** The token is not, or no longer, good. */
  readonly onSignedOut: (reason: string) => void;
}

/** Sends the patron's requests, and tells of each. All methods throw ApiError. */
export class ApiClient {
  private sent = 0;

  constructor(private readonly options: ApiOptions) {}

  /** Where the page reaches what an answer links to. */
  reach(href: string): string {
    return reachable(href, this.options.ownAddresses, this.options.base);
  }

  /** A read without a signal of its own, such as one that the page repeats, ends at some time. */
  get<Answer>(href: string, signal = AbortSignal.timeout(MAX_READ_MS)): Promise<Answer> {
    return this.send('GET', href, undefined, signal) as Promise<Answer>;
  }

  perform(
    { method, href, fields }: Action,
    values: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const body = fields && { fields: Object.entries(values).map(([name, value]) => ({ name, value })) };
    return this.send(method.toUpperCase(), href, body, signal);
  }

  /**
   * An answer that does not end by itself. It is not among the exchanges: nobody waits for it, and nothing is shown of it.
   * @param lastEventId the id of the last event that the page has heard of
   */
  stream(href: string, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.options.token}` };
    const known = lastEventId === undefined ? headers : { ...headers, 'Last-Event-ID': lastEventId };
    return fetch(this.reach(href), { headers: known, signal });
  }

  async send(method: string, href: string, sent: unknown, signal?: AbortSignal): Promise<unknown> {
    const url = this.reach(href);
    const number = ++this.sent;
    const start = performance.now();
    const tell = (answer: Pick<Exchange, 'status' | 'headers' | 'received'>): void => {
      const milliseconds = Math.round(performance.now() - start);
      this.options.onExchange({ number, method, url, sent, ...answer, milliseconds });
    };
    // The connection can also be lost while the answer is read.
    const answer = await this.fetch(method, url, sent, signal)
      .then(async (response) => ({ response, received: parsed(await response.text()) }))
      .catch(() => {
        tell({ status: undefined, headers: [], received: undefined });
        const isCancelled = signal?.aborted === true && (signal.reason as Error).name === 'AbortError';
        // It may have been carried out all the same.
        throw new ApiError(undefined, '', isCancelled ? say('cancelled') : undefined);
      });
    const { response, received } = answer;
    tell({ status: response.status, headers: headersOfInterest(response.headers), received });
    if (response.ok) return received;
    const error = errorOf(response, received);
    if (error.status === 401) this.options.onSignedOut(method === 'GET' ? error.message : say('notDone'));
    throw error;
  }

  private fetch(method: string, url: string, sent: unknown, signal?: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.options.token}` };
    const request = { method, headers, ...(signal && { signal }) };
    if (sent === undefined) return fetch(url, request);
    headers['Content-Type'] = 'application/json';
    return fetch(url, { ...request, body: JSON.stringify(sent) });
  }
}

/** The refusal in the body of an answer. */
export function errorOf({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): ApiError {
  const { errorCode = '', message = '' } = (body ?? {}) as { errorCode?: string; message?: string };
  const seconds = Number(headers.get('Retry-After') ?? NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  return new ApiError(status, errorCode, undefined, message, retryAfter);
}

export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
