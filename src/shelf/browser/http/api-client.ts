import { reachable } from './addresses.js';
import { type Exchange, headersOfInterest } from './exchange.js';
import type { Action } from './records.js';

/** The service refused a request, or did not answer. `message` is for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number | undefined,
    readonly code: string,
    message: string,
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
}

/** Sends the patron's requests, and tells of each. All methods throw ApiError. */
export class ApiClient {
  private sent = 0;

  constructor(private readonly options: ApiOptions) {}

  /** Where the page reaches what an answer links to. */
  reach(href: string): string {
    return reachable(href, this.options.ownAddresses, this.options.base);
  }

  get<Answer>(href: string): Promise<Answer> {
    return this.send('GET', href, undefined) as Promise<Answer>;
  }

  perform({ method, href, fields }: Action, values: Readonly<Record<string, string>>): Promise<unknown> {
    const body = fields && { fields: Object.entries(values).map(([name, value]) => ({ name, value })) };
    return this.send(method.toUpperCase(), href, body);
  }

  private async send(method: string, href: string, sent: unknown): Promise<unknown> {
    const url = this.reach(href);
    const number = ++this.sent;
    const start = performance.now();
    const tell = (answer: Pick<Exchange, 'status' | 'headers' | 'received'>): void => {
      const milliseconds = Math.round(performance.now() - start);
      this.options.onExchange({ number, method, url, sent, ...answer, milliseconds });
    };
    const response = await this.fetch(method, url, sent).catch(() => {
      tell({ status: undefined, headers: [], received: undefined });
      throw new ApiError(undefined, '', 'The service does not answer. Check the connection and try again.');
    });
    const received = parsed(await response.text());
    tell({ status: response.status, headers: headersOfInterest(response.headers), received });
    if (!response.ok) throw errorOf(response.status, received);
    return received;
  }

  private fetch(method: string, url: string, sent: unknown): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.options.token}` };
    if (sent === undefined) return fetch(url, { method, headers });
    headers['Content-Type'] = 'application/json';
    return fetch(url, { method, headers, body: JSON.stringify(sent) });
  }
}

/** The refusal in the body of an answer. */
export function errorOf(status: number, body: unknown): ApiError {
  const { errorCode = '', message } = (body ?? {}) as { errorCode?: string; message?: string };
  return new ApiError(status, errorCode, message ?? `The service answered with status ${status}.`);
}

export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
