import { expectNoContent } from '../../../support/answers.js';
import { type RawAnswer, sendRaw } from '../../../support/requests/raw-request.js';
import { CATALOG_URL, PUBLIC_URL } from '../../../support/service.js';
import { memberAt, type Reading } from './reading.js';

export type Headers = Readonly<Record<string, string>>;

/** Names of values, and the paths to them in a body. */
export type Kept = Readonly<Record<string, string>>;

/** Any JSON value that a client puts into a field: its type matters. */
export type FieldValue = string | number | boolean | null;

/**
 * One request as a client of this kind sends it, and what it needs of the answer. In all texts `<name>` stands for a value
 * that is known to the conversation: a title of the library, or what an earlier answer said.
 */
export interface Exchange {
  /** Method and path, or an address that the service gave; not normalised on its way. */
  readonly send: string;
  readonly headers?: Headers;
  /** The body as it goes over the wire. */
  readonly body?: string;
  /** The body as a list of fields. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  readonly receive: Expected;
  /** Values of the body for later requests: a name, and the path to its value. */
  readonly keep?: Kept;
}

export interface Expected {
  readonly status: number;
  /** How the client reads the body. With 204 there is none to read. */
  readonly body?: Reading;
  readonly headers?: Readonly<Record<string, Reading>>;
}

/** A client's requests to one service, in their order, and what it has learned from the answers. */
export class Conversation {
  private readonly known: Map<string, string>;

  constructor(
    private readonly serviceUrl: string,
    known: Readonly<Record<string, string>>,
  ) {
    this.known = new Map(Object.entries(known));
  }

  readonly fill = (template: string): string =>
    template.replaceAll(/<(\w+)>/g, (_, name: string) => this.value(name));

  value(name: string): string {
    const value = this.known.get(name);
    if (value === undefined) throw new Error(`<${name}> is not known: the exchange that keeps it failed.`);
    return value;
  }

  /** @throws when a strict reader cannot use the answer */
  async exchange(asked: Exchange): Promise<RawAnswer> {
    const answer = await this.ask(asked);
    const { status, body: readBody, headers = {} } = asked.receive;
    const read = Object.entries(headers).map(([name, readHeader]) =>
      readHeader(answer.headers.get(name) ?? undefined, `the header ${name}`, this.fill),
    );
    const problems = [
      ...(answer.status === status ? [] : [`the status is ${answer.status}, not ${status}`]),
      ...read.flat(),
      ...(readBody?.(answer.body, 'body', this.fill) ?? []),
    ];
    if (problems.length > 0)
      throw new Error(`${this.fill(asked.send)}\n${problems.join('\n')}\nThe answer: ${answer.text}`);
    if (status === 204) expectNoContent(answer);
    this.keep(asked.keep ?? {}, answer);
    return answer;
  }

  private ask({ send, headers = {}, body, fields }: Exchange): Promise<RawAnswer> {
    const [method = '', address = ''] = this.fill(send).split(/ (.*)/);
    const sent = fields === undefined ? body : bodyOf(fields);
    return sendRaw(this.serviceUrl, {
      method,
      path: pathOf(address),
      headers: Object.entries(headers).map(([name, value]) => [name, this.fill(value)]),
      ...(sent !== undefined && { body: this.fill(sent) }),
    });
  }

  private keep(wanted: Kept, { body, text }: RawAnswer): void {
    for (const [name, path] of Object.entries(wanted)) {
      const value = memberAt(body, path);
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new Error(`There is no ${path} to keep in ${text}`);
      this.known.set(name, String(value));
    }
  }
}

function bodyOf(fields: Readonly<Record<string, FieldValue>>): string {
  return JSON.stringify({ fields: Object.entries(fields).map(([name, value]) => ({ name, value })) });
}

/** The service listens elsewhere than it says; an address of any third host would lead a client astray. */
function pathOf(addressOrPath: string): string {
  if (addressOrPath.startsWith('/')) return addressOrPath;
  const base = [CATALOG_URL, PUBLIC_URL].find((url) => addressOrPath.startsWith(`${url}/`));
  if (base === undefined) throw new Error(`${addressOrPath} is no address of the service.`);
  return addressOrPath.slice(base.length);
}
