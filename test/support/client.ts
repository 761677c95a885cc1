import { setTimeout as sleep } from 'node:timers/promises';
import { requireConformance } from './requests/openapi-conformance.js';

/** A complete answer. `body` is the parsed JSON, or undefined if there is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states the shape by asserting it
  readonly body: any;
}

export type FieldValue = string | number | boolean | null;

/** The body of a request (contract: #requests). */
export function fields(values: Readonly<Record<string, FieldValue>>): string {
  return JSON.stringify({ fields: Object.entries(values).map(([name, value]) => ({ name, value })) });
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
}

/**
 * A patron's HTTP client, which sends their token with every request. It checks every answer against openapi.json.
 */
export class PatronClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string,
    /** Another check only where the test itself defines the address. */
    private readonly check = requireConformance,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, values: Readonly<Record<string, FieldValue>>): Promise<Answer> {
    return this.send('POST', path, json(fields(values)));
  }

  put(path: string, values: Readonly<Record<string, FieldValue>>): Promise<Answer> {
    return this.send('PUT', path, json(fields(values)));
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** `path` may also be an href that the service gave. A redirect is not followed: it is the answer. */
  async send(method: string, path: string, { headers, body }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(new URL(path, this.baseUrl), {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    this.check({ method, path, status, headers: answered, text });
    return { status, headers: answered, text, body: parse(text) };
  }
}

/** Retries after a 503, as Retry-After says. For tests that a busy machine must not make fail. */
export class RetryingClient extends PatronClient {
  override async send(method: string, path: string, options?: RequestOptions): Promise<Answer> {
    for (;;) {
      const answer = await super.send(method, path, options);
      if (answer.status !== 503) return answer;
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
    }
  }
}

/**
 * For the steps that a test depends on but does not test.
 * @throws unless the status is below 300
 */
export async function mustSucceed(request: Promise<Answer>): Promise<Answer> {
  const answer = await request;
  if (answer.status >= 300) throw new Error(`The service answered ${answer.status}: ${answer.text}`);
  return answer;
}

function json(body: string): RequestOptions {
  return { headers: { 'content-type': 'application/json' }, body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
