/** A request with its answer, for the reader of the drawer. */
export interface Exchange {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly sent: unknown;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly received: unknown;
  readonly milliseconds: number;
}

const MAX_KEPT = 60;

/** The latest requests, the newest first. Only the drawer looks at them: nothing else is drawn anew for one. */
export class ExchangeLog {
  latest: readonly Exchange[] = [];
  onChange: (() => void) | undefined;

  add(exchange: Exchange): void {
    this.latest = [exchange, ...this.latest].slice(0, MAX_KEPT);
    this.onChange?.();
  }
}

/** The headers of an answer that a client has a use for. */
const OF_INTEREST = ['content-type', 'location', 'etag', 'retry-after', 'ratelimit', 'x-request-id'];

export function headersOfInterest(headers: Headers): [string, string][] {
  return OF_INTEREST.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}

/** The request as a command. The token is a variable: a copied command must not contain it. */
export function asCurl({ method, url, sent }: Pick<Exchange, 'method' | 'url' | 'sent'>): string {
  const body =
    sent === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(sent))}`];
  const choice = method === 'GET' ? [] : [`-X ${method}`];
  const parts = [...choice, quoted(url), '-H "Authorization: Bearer $TOKEN"', ...body];
  return `curl ${parts.join(' \\\n  ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
